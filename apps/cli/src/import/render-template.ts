/** Supports `{{ name }}` and `{{ name.inner }}`, the part of the template language that prompts use. */
export function renderTemplate(template: string, vars: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, (written, path: string) => {
    const value = readPath(vars, path);
    if (value === undefined) return written;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

/** The value at a path like `item.question`; `undefined` if there is none. */
export function readPath(value: unknown, path: string): unknown {
  return path.split('.').reduce(readKey, value);
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
