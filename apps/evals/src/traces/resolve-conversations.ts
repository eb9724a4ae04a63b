import type { SpanLink } from '../db/traces/spans.ts';

/**
 * Returns the conversation of each span, by trace and span id: the one that the span names, else that of its nearest
 * ancestor, else the only one that its trace names, else the trace itself. Parents may be missing or form a cycle.
 */
export function resolveConversations(spans: readonly SpanLink[]): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const [traceId, ofTrace] of Map.groupBy(spans, (span) => span.traceId)) {
    const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
    const named = new Set(ofTrace.flatMap(({ namedConversation: name }) => name ?? []));
    const [only] = named;
    const fallback = named.size === 1 && only !== undefined ? only : traceId;
    const inherited = inheritNames(byId, fallback);
    for (const { spanId } of ofTrace) {
      resolved.set(`${traceId} ${spanId}`, inherited.get(spanId) ?? fallback);
    }
  }
  return resolved;
}

/** Each span is visited once: a chain of ancestors ends at a known result, a missing parent or a cycle. */
function inheritNames(
  byId: ReadonlyMap<string, SpanLink>,
  fallback: string,
): ReadonlyMap<string, string> {
  const results = new Map<string, string>();
  for (const start of byId.keys()) {
    const chain = new Set<string>();
    let at: string | undefined = start;
    let result: string | undefined;
    while (at !== undefined && result === undefined && !chain.has(at)) {
      const span = byId.get(at);
      result = results.get(at) ?? span?.namedConversation ?? undefined;
      chain.add(at);
      at = span?.parentId ?? undefined;
    }
    for (const id of chain) results.set(id, result ?? fallback);
  }
  return results;
}
