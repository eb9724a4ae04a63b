/** Makes `calls` calls, at most `concurrency` at a time. */
export async function repeatCalls(
  { calls, concurrency }: { readonly calls: number; readonly concurrency: number },
  call: () => Promise<unknown>,
): Promise<void> {
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
