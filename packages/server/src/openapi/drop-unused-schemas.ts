const REF = /"#\/components\/schemas\/([^"]+)"/g;

/** The registry holds the schemas of every service; a document keeps those it points at. */
export function dropUnusedSchemas<T extends object>(document: T): T {
  const components: { schemas?: object } =
    'components' in document ? { ...(document.components as object) } : {};
  const all: Readonly<Record<string, unknown>> = { ...components.schemas };
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REF)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(all[name] ?? {});
    }
  };
  follow({ ...document, components: {} });
  const schemas = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => used.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { ...document, components: { ...components, schemas } };
}
