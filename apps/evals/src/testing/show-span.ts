import type { AttributeValue, OtlpSpan } from '../traces/otlp-span.ts';
import { readSpan, type ReadSpan } from '../traces/read-span.ts';

export type Given = Readonly<Record<string, AttributeValue>>;
interface GivenSpan extends Partial<Omit<OtlpSpan, 'events' | 'attributes'>> {
  readonly events?: readonly (readonly [name: string, attributes: Given])[];
}

/** Reads a span with these attributes. */
export function read(
  attributes: Given,
  { events = [], ...given }: GivenSpan = {},
): ReadSpan | undefined {
  return readSpan({
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    parentId: '',
    name: 'a span',
    startedNs: 1n,
    endedNs: 2n,
    error: undefined,
    service: 'shop',
    fault: undefined,
    ...given,
    attributes: new Map(Object.entries(attributes)),
    events: events.map(([name, all]) => ({ name, attributes: new Map(Object.entries(all)) })),
  });
}

/** Returns what was read from a span, one line for each message. */
export function show(attributes: Given, given?: GivenSpan): readonly string[] {
  const span = read(attributes, given);
  if (span === undefined) return ['nothing'];
  const { kind, model, inputTokens, outputTokens, input, output, error } = span.content;
  const about = [kind, model, inputTokens, outputTokens, span.namedConversation, error];
  const lines = [
    ...input,
    { role: '->', text: '', toolCalls: [], tool: '', callId: '' },
    ...output,
  ];
  return [
    about.map((part) => part ?? '-').join(' '),
    ...lines.map(({ role, text, toolCalls, tool, callId }) => {
      const calls = toolCalls.map((call) => `${call.name}(${call.arguments})#${call.id ?? ''}`);
      return [role, text, ...calls, tool, callId].filter(Boolean).join(' ');
    }),
  ];
}
