import type { Attack, AttackClass } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import type { AttackRequest } from '../runner/request.ts';

/** A refusal names only a few faults, however many there are. */
const MAX_BYTES = 32_768;
const REFUSED_BODY = [400, 413, 422];
const SIZES = [20_000, 190_000, 500_000];

type Target = Pick<AttackRequest, 'service' | 'method' | 'path' | 'headers'>;

const CHAT: Target = {
  service: 'agent',
  method: 'POST',
  path: '/',
  headers: { 'x-model-id': 'sim/v1' },
};
const COMPLETIONS: Target = { service: 'agent', method: 'POST', path: '/v1/chat/completions' };
const EVALUATE: Target = { service: 'evals', method: 'POST', path: '/evaluate' };
const TEST_CALL: Target = { service: 'evals', method: 'POST', path: '/test-call' };
const AGENT: Target = { ...CHAT, service: 'evals', path: '/agent' };

const ELEMENTS: Readonly<Record<string, string>> = {
  'empty objects': '{}',
  'empty lists': '[]',
  numbers: '0',
  nulls: 'null',
  'empty texts': '""',
  'objects of another kind': '{"a":{"b":1}}',
};

function listOf(element: string, count: number): string {
  return `[${`${element},`.repeat(count - 1)}${element}]`;
}

function keysOf(count: number, value = '0'): string {
  return `{${Array.from({ length: count }, (_, no) => `"k${no}":${value}`).join(',')}}`;
}

/** Routes that expect a list, with the text before and after it. */
const LISTS: readonly (readonly [Target, string, string, string])[] = [
  [CHAT, 'messages', '{"messages":', '}'],
  [COMPLETIONS, 'messages', '{"model":"sim/v1","messages":', '}'],
  [
    COMPLETIONS,
    'tools',
    '{"model":"sim/v1","messages":[{"role":"user","content":"x"}],"tools":',
    '}',
  ],
  [
    COMPLETIONS,
    'stop',
    '{"model":"sim/v1","messages":[{"role":"user","content":"x"}],"stop":',
    '}',
  ],
  [AGENT, 'messages', '{"messages":', '}'],
  [EVALUATE, 'test_batch', '{"endpoint":"http://e","model_id":"m","test_batch":', '}'],
  [
    EVALUATE,
    'interactions',
    '{"endpoint":"http://e","model_id":"m","test_batch":{"interactions":',
    '}}',
  ],
  [
    EVALUATE,
    'checks',
    '{"endpoint":"http://e","model_id":"m","test_batch":{"interactions":[{"user_message":"x","checks":',
    '}]}}',
  ],
  [
    EVALUATE,
    'tools of a check',
    '{"endpoint":"http://e","model_id":"m","test_batch":{"interactions":[{"user_message":"x","checks":[{"tools":',
    '}]}]}}',
  ],
  ...['tags', 'gates', 'scorers', 'weights', 'judge', 'baseline', 'endpoint'].map(
    (field) =>
      [
        EVALUATE,
        field,
        `{"endpoint":"http://e","model_id":"m","test_batch":{"interactions":[{"user_message":"x"}]},"${field}":`,
        '}',
      ] as const,
  ),
  [EVALUATE, 'an unknown field', '{"unknown":', '}'],
  [TEST_CALL, 'endpoint', '{"model_id":"m","endpoint":', '}'],
];

function attackLists(): readonly Attack[] {
  return LISTS.flatMap(([target, field, before, after]) =>
    Object.entries(ELEMENTS).flatMap(([kind, element]) =>
      SIZES.map((size) => ({
        name: `${target.service} ${target.path}: ${field} with ${size} ${kind}`,
        request: { ...target, key: 'alpha' as const, body: before + listOf(element, size) + after },
        expect: { status: REFUSED_BODY, maxBytes: MAX_BYTES },
      })),
    ),
  );
}

function attackRunLists({ runs }: Environment): readonly Attack[] {
  const targets = [
    [`/runs/${runs.alpha}/gate`, '{"gates":', '}'],
    [`/runs/${runs.alpha}/rescore`, '{"scorers":', '}'],
    [`/runs/${runs.alpha}/rescore`, '{"weights":', '}'],
  ] as const;
  return targets.flatMap(([path, before, after]) =>
    Object.entries(ELEMENTS).map(([kind, element]) => ({
      name: `${path.replace(runs.alpha, '{run_id}')}: ${before} with many ${kind}`,
      request: {
        service: 'evals' as const,
        method: 'POST',
        path,
        key: 'alpha' as const,
        body: before + listOf(element, 190_000) + after,
      },
      expect: { status: REFUSED_BODY, maxBytes: MAX_BYTES },
    })),
  );
}

function post(name: string, target: Target, body: unknown): Attack {
  return {
    name: `${target.service} ${target.path}: ${name}`,
    request: { ...target, key: 'alpha', body },
    expect: { status: REFUSED_BODY, maxBytes: MAX_BYTES },
  };
}

/** Bodies that exceed the limits of every route. */
function attackBodies(): readonly Attack[] {
  const deep = `${'['.repeat(64)}${']'.repeat(64)}`;
  return [CHAT, COMPLETIONS, EVALUATE, TEST_CALL].flatMap((target) => [
    post('200,000 keys', target, keysOf(200_000)),
    post('60,000 keys with lists', target, keysOf(60_000, '[[],[]]')),
    post('190,000 secrets', target, `{"token":${listOf(listOf('"x"', 9500), 20)}}`),
    post('100,000 levels', target, '['.repeat(100_000)),
    post('64 levels, 5,000 times', target, listOf(deep, 5000)),
    post('a text of 17 MB', target, `{"messages":"${'x'.repeat(17_000_000)}"}`),
  ]);
}

const LONG = 'x'.repeat(100_000);
const KEYS = JSON.parse(keysOf(100_000)) as object;

function inInteraction(more: object): object {
  return { test_batch: { interactions: [{ user_message: 'x', ...more }] } };
}

function inScenario(more: object): object {
  return { test_batch: { interactions: [{ user_message: 'x' }], ...more } };
}

/** Fields of an evaluation that are too long or have too many keys. */
const TOO_LARGE: Readonly<Record<string, object>> = {
  'metadata with 100,000 keys': inInteraction({ reference_metadata: KEYS }),
  'metadata with 101 keys': inInteraction({ reference_metadata: JSON.parse(keysOf(101, '"x"')) }),
  'metadata with a long key': inInteraction({ reference_metadata: { [LONG]: 'x' } }),
  'parameters with 100,000 keys': { parameters: KEYS },
  'a long model id': { model_id: LONG },
  'a long test name': { test_name: LONG },
  'a long scenario id': inScenario({ id: LONG }),
  'a long scenario name': inScenario({ name: LONG }),
  'a long interaction id': inInteraction({ id: LONG }),
  'a long endpoint': { endpoint: `http://${LONG}/` },
  'a long second model': { against: LONG },
  'a long branch': { branch: LONG },
  'a long tag': { tags: [LONG] },
  'a long gate': { gates: [`overall[${LONG}] >= 0.5`] },
  '100,000 gates': { gates: Array.from({ length: 100_000 }, () => 'overall >= 0') },
  'a long regular expression': inInteraction({ checks: [{ regex: LONG }] }),
  'a schema with 100,000 keys': inInteraction({ checks: [{ json_schema: KEYS }] }),
  'long instructions for the judge': { judge: { instructions: LONG } },
};

function attackFields({ evaluation }: Environment): readonly Attack[] {
  return Object.entries(TOO_LARGE).map(([name, changes]) =>
    post(name, EVALUATE, evaluation(changes)),
  );
}

/** Bodies of the maximum size in which every part is wrong: they must be refused quickly. */
function attackBounds(): readonly Attack[] {
  const targets = LISTS.filter(([, field]) =>
    ['messages', 'test_batch', 'interactions'].includes(field),
  );
  return targets.flatMap(([target, field, before, after]) => [
    post(`10,000 wrong ${field}`, target, before + listOf('{}', 10_000) + after),
    post(
      `10,000 wrong ${field} of 15 keys`,
      target,
      before + listOf(keysOf(15, '[]'), 10_000) + after,
    ),
    post(
      `190,000 values in 20 lists as ${field}`,
      target,
      before + listOf(listOf('0', 9500), 20) + after,
    ),
    post(
      `195 objects of 1,000 keys as ${field}`,
      target,
      before + listOf(keysOf(1000), 195) + after,
    ),
  ]);
}

export const attackClass: AttackClass = {
  title: 'large bodies',
  attacks: (environment) => [
    ...attackLists(),
    ...attackRunLists(environment),
    ...attackBodies(),
    ...attackFields(environment),
    ...attackBounds(),
  ],
};
