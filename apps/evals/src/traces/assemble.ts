import type { TraceSpan } from './span-content.ts';
import { Timeline, type AssembledMessage } from './timeline.ts';

export interface Assembled {
  readonly messages: readonly AssembledMessage[];
  /** The spans whose messages, tokens and errors count. */
  readonly spans: readonly TraceSpan[];
}

/**
 * Assembles a conversation from its spans. Every call sends the history again, so messages that were seen before are
 * left out. The result depends on the spans only, not on the order in which they arrived.
 */
export function assemble(stored: readonly TraceSpan[]): Assembled {
  const spans = chooseSpans(stored).toSorted(byTime);
  const timeline = new Timeline();
  for (const span of spans) timeline.addCall(span);
  return { messages: timeline.messages, spans };
}

/**
 * Spans around model calls repeat the messages of the calls: they count only in traces without a model call. A model
 * call directly inside another is the same call, recorded by a second instrumentation.
 */
function chooseSpans(stored: readonly TraceSpan[]): readonly TraceSpan[] {
  const models = stored.filter(({ content }) => content.kind === 'model');
  const traces = new Set(models.map(({ traceId }) => traceId));
  const modelIds = new Set(models.map(keyOf));
  const agentIds = new Set(stored.filter(({ content }) => content.kind === 'agent').map(keyOf));
  return stored.filter((span) => {
    const { traceId, parentId, content } = span;
    const parent = parentId === null ? '' : `${traceId} ${parentId}`;
    if (content.kind === 'tool') return true;
    if (content.kind === 'model') return parentId === span.spanId || !modelIds.has(parent);
    if (content.kind === 'link' || traces.has(traceId)) return false;
    return parentId === span.spanId || !agentIds.has(parent);
  });
}

function keyOf({ traceId, spanId }: TraceSpan): string {
  return `${traceId} ${spanId}`;
}

function byTime(a: TraceSpan, b: TraceSpan): number {
  if (a.startedNs !== b.startedNs) return a.startedNs < b.startedNs ? -1 : 1;
  if (a.endedNs !== b.endedNs) return a.endedNs < b.endedNs ? -1 : 1;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
