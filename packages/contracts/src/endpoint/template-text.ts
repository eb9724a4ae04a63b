/** Values that a request template can insert. */
export const PLACEHOLDERS = [
  'user_message',
  'messages',
  'transcript',
  'model',
  'session',
  'attempt',
  'turn',
  'run_id',
  'system_prompt',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** A part of a template text. */
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'placeholder'; readonly name: string };

/** Splits a text at its placeholders, such as `{{session}}`. Names are trimmed, and perhaps not known. */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ type: 'text', text: text.slice(end, match.index) });
    parts.push({ type: 'placeholder', name: (match[1] ?? '').trim() });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ type: 'text', text: text.slice(end) });
  return parts;
}

/** Lists the placeholders in all texts of a JSON value, with repetitions. */
export function listPlaceholders(template: unknown): readonly string[] {
  if (typeof template === 'string') {
    return parseTemplate(template).flatMap((part) => (part.type === 'text' ? [] : [part.name]));
  }
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(listPlaceholders);
}
