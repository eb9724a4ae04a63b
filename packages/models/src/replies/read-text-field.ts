import { follow, type Place } from './follow.ts';

/** Where the text of a reply may stand, in the order in which it is looked for. */
const PLACES: readonly (readonly [Place, (value: unknown) => string | undefined])[] = [
  [['choices', 0, 'message', 'content'], textOrParts],
  [['choices', 0, 'message', 'refusal'], text],
  [['choices', 0, 'text'], text],
  [['message', 'content'], textOrParts],
  [['content'], textOrParts],
  [['output_text'], text],
  [['output'], parts],
  [['payload', 'message'], text],
  [['message'], text],
  [['reply'], text],
  [['response'], text],
  [['answer'], text],
  [['output'], text],
  [['generated_text'], text],
  [['completion'], text],
  [['result'], text],
  [['text'], text],
  [[0, 'generated_text'], text],
];

/** The reply in a JSON answer of any of the known shapes; undefined where none fits. */
export function readTextField(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  for (const [place, read] of PLACES) {
    const found = read(follow(body, place));
    if (found !== undefined) return found;
  }
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textOrParts(value: unknown): string | undefined {
  return text(value) ?? parts(value);
}

/** The text of a list of parts: `[{text}]`, or one level down `[{content: [{text}]}]`. */
function parts(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap(
    (part: unknown) =>
      text(part) ?? text(follow(part, ['text'])) ?? textOrParts(follow(part, ['content'])) ?? [],
  );
  return texts.length > 0 ? texts.join('') : undefined;
}
