/** Some put the whole of their answer into a code block. */
const WHOLE_BLOCK = /^```(?:json)?[ \t]*\n([^]*)\n```$/;

/** The object that the text is, from its first letter to its last; an object somewhere in it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const whole = text.trim();
  try {
    const value: unknown = JSON.parse(WHOLE_BLOCK.exec(whole)?.[1] ?? whole);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
