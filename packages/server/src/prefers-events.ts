const EVENTS = 'text/event-stream';
const JSON_TYPES = ['application/json', 'application/*', '*/*'];

interface Range {
  readonly type: string;
  readonly weight: number;
  readonly at: number;
}

/**
 * Whether an `Accept` header asks for an event stream rather than JSON: by name, and with no less weight. Where
 * it names both with the same weight, the first one counts.
 */
export function prefersEvents(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? '');
  const events = ranges.find(({ type }) => type === EVENTS);
  if (events === undefined || events.weight === 0) return false;
  // The closest description of JSON is the one that holds.
  const json = JSON_TYPES.map((name) => ranges.find(({ type }) => type === name)).find(Boolean);
  if (json === undefined || json.weight < events.weight) return true;
  if (json.weight > events.weight) return false;
  return json.type !== 'application/json' || events.at < json.at;
}

/** The media ranges of RFC 9110 with their weights; what a weight cannot be counts as none given. */
function parseAccept(accept: string): readonly Range[] {
  // What is quoted may hold commas, and says nothing that we look at.
  const plain = accept.toLowerCase().replaceAll(/"(?:\\.|[^"\\])*"?/g, '');
  return plain.split(',').map((part, at) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.map((text) => /^q\s*=\s*([01](?:\.\d*)?)$/.exec(text)?.[1]).find(Boolean);
    return { type, weight: q === undefined ? 1 : Number(q), at };
  });
}
