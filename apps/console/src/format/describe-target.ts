import { isTemplate, type PostedTarget } from '@fairtrial/contracts/plain';

/** The parts of a target as names and values, for people. */
export function describeTarget(target: PostedTarget): readonly (readonly [string, string])[] {
  const { method = 'POST', path, headers, body, reply, metadata, tool_calls, stream } = target;
  const { session } = target;
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['request', isTemplate(target) ? `${method} ${path ?? 'to the endpoint'}` : undefined],
    ['headers', headers && formatHeaders(headers)],
    ['body', body === undefined ? undefined : JSON.stringify(body, undefined, 2)],
    ['reply', reply],
    ['text of each event', stream?.replace(/^sse:/, '')],
    ['metadata', metadata],
    ['tool calls', tool_calls],
    ['session', session && formatSession(session)],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function formatHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function formatSession({ from, open }: NonNullable<PostedTarget['session']>): string {
  if (open === undefined) return `${from} of each response`;
  const { method = 'POST', path, body } = open;
  const sent = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return `${from} of the response to ${method} ${path}${sent}`;
}
