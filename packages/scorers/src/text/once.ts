/** A function that derives a value at its first call and keeps it. */
export function once<T>(derive: () => T): () => T {
  let derived: { readonly value: T } | undefined;
  return () => (derived ??= { value: derive() }).value;
}
