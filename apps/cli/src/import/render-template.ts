/** `{{ name }}` and `{{ name.inner }}`, which is what prompts use of their template language. */
export function renderTemplate(template: string, vars: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, (written, path: string) => {
    const value = path.split('.').reduce<unknown>(inside, vars);
    if (value === undefined) return written;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function inside(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
