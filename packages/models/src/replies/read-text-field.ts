/** Where a value is inside JSON: keys and indices. */
export type JsonPath = readonly (string | number)[];

/** The paths of the text of a reply, in the order in which they are tried. */
const TEXT_PATHS: readonly (readonly [JsonPath, (value: unknown) => string | undefined])[] = [
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

/** The reply in a JSON answer of any of the known shapes; `undefined` if none fits. */
export function readTextField(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  for (const [path, read] of TEXT_PATHS) {
    const found = read(valueAt(body, path));
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
      text(part) ?? text(valueAt(part, ['text'])) ?? textOrParts(valueAt(part, ['content'])) ?? [],
  );
  return texts.length > 0 ? texts.join('') : undefined;
}

/** `undefined` if there is no such value. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}
