import type { Random } from '@fairtrial/statistics';

/** A target, the values for its placeholders, and the session id that the endpoint returns. */
export interface HostileTarget {
  readonly target: object;
  readonly model: string;
  readonly message: string;
  readonly session: unknown;
}

const VALUES: readonly string[] = [
  'Hello',
  '..',
  '.',
  '../../admin',
  '..\\..\\admin',
  'a/b',
  '/etc',
  '//evil',
  '%2e%2e',
  '%2e%2e%2fadmin',
  '%252e%252e%252fadmin',
  '..%2fadmin',
  '..;a',
  '?x=1#',
  '#a',
  '@evil',
  ':80',
  'x\r\nhost: evil',
  'x\r\n\r\nGET /admin HTTP/1.1\r\nhost: evil\r\n\r\n',
  'a\nb',
  'a\tb',
  'a\0b',
  '\u2028',
  '\u0085',
  '．．／admin',
  '\ud800',
  'ü 模型 🙂',
  '',
  ' ',
  '{{session}}',
  '{{model}}/..',
  '__proto__',
  'constructor',
  '"}],"x":"',
];

const SESSIONS: readonly unknown[] = [
  ...VALUES,
  'c-1',
  'c-1',
  0,
  -1,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  null,
  true,
  {},
  [],
  { __proto__: null, length: 3 },
  JSON.parse('{"__proto__": {"polluted": true}}'),
  'x'.repeat(1000),
  'x'.repeat(1001),
];
/** Rare, because it is slow. */
const LARGE = 'x'.repeat(1024 * 1024);

const NAMES: readonly string[] = [
  'x-tenant',
  'X-Api-Key',
  'accept',
  'User-Agent',
  '__proto__',
  'constructor',
  'Authorization',
  'aUTHORIZATION',
  'authorization ',
  ' authorization',
  'аuthorization',
  'ＡＵＴＨＯＲＩＺＡＴＩＯＮ',
  'authorization\t',
  'authorization:',
  'Cookie',
  'COOKIE',
  'cooKie',
  'set-cookie',
  'Host',
  'hoſt',
  'host\r\n',
  'host\0',
  ':authority',
  'content-length',
  'Transfer-Encoding',
  'transfer-encoding ',
  'x-fairtrial-turn',
  'Idempotency-Key',
  'x-forwarded-host',
  'proxy-connection',
  'x\r\nhost',
];

const PLACEHOLDERS = [
  'session',
  'model',
  'user_message',
  'attempt',
  'run_id',
  'turn',
  'transcript',
];

/** Makes a target from hostile and from plain parts, so that some are accepted. `other` is a host that must not be reached. */
export function hostileTarget(random: Random, other: string): HostileTarget {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const maybe = (share: number): boolean => random() < share;
  const value = (): string => (maybe(0.004) ? LARGE : maybe(0.5) ? 'plain' : pick(VALUES));
  const placeholder = (): string => `{{${pick(PLACEHOLDERS)}}}`;
  const text = (): string => (maybe(0.6) ? placeholder() : maybe(0.5) ? 'a' : value());
  const starts = ['/', '/', '/', '/', '/api/', '/api/', '//', '/\\', '', '@', `//${other}/`];
  const path = (): string => {
    const start = maybe(0.05)
      ? pick([`http://${other}/`, `/\\${other}/`, `@${other}/`])
      : pick(starts);
    const query = maybe(0.4) ? `?q=${text()}` : '';
    return `${start}${text()}${maybe(0.5) ? `/${text()}` : ''}${query}`;
  };
  const isNamed = maybe(0.5);
  const names = Array.from({ length: Math.floor(random() * 3) }, () =>
    maybe(0.6) ? pick(NAMES.slice(0, 6)) : pick(NAMES),
  );
  const values = [
    'qa',
    '{{session}}',
    'a {{model}}',
    '{{run_id}}',
    'b\r\nhost: evil',
    '{{user_message}}',
    'ü',
  ];
  const open = { path: maybe(0.7) ? '/open' : path(), body: { q: text(), m: '{{model}}' } };
  const target = {
    ...(maybe(0.8) ? { path: maybe(0.3) ? '/chat/{{session}}/x' : path() } : {}),
    ...(isNamed ? { headers: Object.fromEntries(names.map((name) => [name, pick(values)])) } : {}),
    body: { q: '{{user_message}}', s: '{{session}}', [maybe(0.9) ? 'k' : value()]: text() },
    reply: '/said',
    session: { from: '/id', ...(maybe(0.8) ? { open } : {}) },
  };
  return {
    target,
    model: maybe(0.7) ? 'm' : value(),
    message: value(),
    session: maybe(0.004) ? LARGE : pick(SESSIONS),
  };
}
