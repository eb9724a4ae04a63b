import { HOSTILE } from '../../support/data/hostile-texts.ts';
import { REFUSED, type AttackClass, type ScriptedAttack } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { endOf } from '../runner/calls.ts';
import type { AttackRequest } from '../runner/request.ts';
import { jsonOf, type Answer } from '../runner/send.ts';

/** Texts that a database, a table, a terminal or an object may interpret as more than text. */
const TEXTS: readonly string[] = [
  ...HOSTILE,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '=1+1',
  '@SUM(A1)',
  '+1',
  '-1+1',
  '\t=1+1',
  '\r=1+1',
  'a\r=1+1',
  '\u001b]0;title\u0007',
  '\u001b[2J',
  '\u009b31m',
  '\u202e\u2066',
  '\ufffe\uffff',
  '\u0085\u2028\u2029',
  'prototype',
  'hasOwnProperty',
  'x'.repeat(450),
];

type Spoil = (text: string) => object;

const interaction = (more: object): object => ({
  interactions: [{ user_message: 'x', reference_reply: 'Hello', ...more }],
});

/** Every field of a request that accepts text. */
const FIELDS: Readonly<Record<string, Spoil>> = {
  test_name: (text) => ({ test_name: text }),
  model_id: (text) => ({ model_id: text }),
  tags: (text) => ({ tags: [text.slice(0, 60)] }),
  branch: (text) => ({ branch: text.slice(0, 200) }),
  system_prompt: (text) => ({ system_prompt: text }),
  'a key of parameters': (text) => ({ parameters: { [text]: 1 } }),
  'a value of parameters': (text) => ({ parameters: { stop: text } }),
  'the id of a scenario': (text) => ({ test_batch: { id: text, ...interaction({}) } }),
  'the name of a scenario': (text) => ({ test_batch: { name: text, ...interaction({}) } }),
  'the description of a scenario': (text) => ({
    test_batch: { description: text, ...interaction({}) },
  }),
  'an unknown field of a scenario': (text) => ({
    test_batch: { [text]: text, ...interaction({}) },
  }),
  'the id of an interaction': (text) => ({ test_batch: interaction({ id: text }) }),
  user_message: (text) => ({ test_batch: interaction({ user_message: text }) }),
  reference_reply: (text) => ({ test_batch: interaction({ reference_reply: text }) }),
  interaction_type: (text) => ({
    test_batch: interaction({ interaction_type: text.slice(0, 60) }),
  }),
  'a key of reference_metadata': (text) => ({
    test_batch: interaction({ reference_metadata: { [text]: 'x' } }),
  }),
  'a value of reference_metadata': (text) => ({
    test_batch: interaction({ reference_metadata: { intent: text } }),
  }),
  'the instructions for the judge': (text) => ({ judge: { instructions: text.slice(0, 3000) } }),
  'a check': (text) => ({
    test_batch: interaction({ checks: [{ contains: text }, { not_contains: text }] }),
  }),
  'the pattern of a gate': (text) => ({ gates: [`overall[${text.slice(0, 100)}] >= 0`] }),
  'the label of a gate': (text) => ({ gates: [`metadata.${text.slice(0, 100)} >= 0`] }),
  'a gate and the scenario that it selects': (text) => ({
    gates: [`overall[${text}] >= 0`],
    test_batch: { id: text, ...interaction({}) },
  }),
  'a gate and the label that it names': (text) => ({
    gates: [`metadata.${text} >= 0`],
    test_batch: interaction({ reference_metadata: { [text]: 'x' } }),
  }),
  against: (text) => ({ against: text }),
};

/** The attacker also controls the model's reply. */
const REPLY = 'the reply';

/** Every operation on a finished run. */
function steps(runId: string): readonly AttackRequest[] {
  const at = (method: string, path: string, body?: object): AttackRequest => ({
    service: 'evals',
    method,
    path: `/runs/${runId}${path}`,
    key: 'alpha',
    ...(body === undefined ? {} : { body }),
  });
  return [
    at('GET', ''),
    at('GET', '/interactions?limit=10'),
    at('GET', '/rows?limit=10'),
    at('GET', '/breakdown'),
    at('GET', '/figures'),
    at('GET', '/request'),
    at('GET', '/export?format=csv'),
    at('GET', '/export?format=jsonl'),
    { ...at('GET', ''), path: `/compare?baseline=${runId}&candidate=${runId}` },
    at('POST', '/gate', { gates: ['overall >= 0'] }),
    at('POST', '/rescore', { pass_threshold: 0.5 }),
    at('POST', '/cancel'),
    at('DELETE', ''),
  ];
}

function describeFault({ status, text }: Answer, what: string): string | undefined {
  const isFine = status < 300 || REFUSED.includes(status);
  return isFine ? undefined : `${what} answered ${status}: ${text.slice(0, 150)}`;
}

/** Plays a run with the text in it and performs every operation on it. */
async function playText(
  environment: Environment,
  changes: object,
  isWhole: boolean,
): Promise<string | undefined> {
  const request = { service: 'evals', method: 'POST', path: '/evaluate', key: 'alpha' } as const;
  const played = await environment.send({ ...request, body: environment.evaluation(changes) });
  const runId = (jsonOf(played) as { run_id?: string } | undefined)?.run_id;
  if (runId === undefined || played.status >= 300) return describeFault(played, 'evaluate');
  const all = steps(runId);
  for (const step of isWhole ? all : [...all.slice(0, 1), ...all.slice(-4)]) {
    const answer = await environment.send(step);
    const fault = describeFault(
      answer,
      `${step.method} ${step.path.replaceAll(runId, '{run_id}')}`,
    );
    if (fault !== undefined) return fault;
    if (step.path.endsWith('/rescore')) {
      const ended = await endOf(environment, runId);
      if (ended !== 'completed') return `the rescored run is ${ended}`;
    }
  }
  return undefined;
}

/** Each text in all fields that accept it at once, and in the reply. */
function attackEverywhere(): readonly ScriptedAttack[] {
  return TEXTS.map((text) => ({
    name: `${JSON.stringify(text.slice(0, 40))} in every text and in the reply`,
    play(environment) {
      const model = `${REPLY} ${text}`.slice(0, 400);
      environment.answerAs(model, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            choices: [{ message: { role: 'assistant', content: text }, finish_reason: text }],
            model: text,
            metadata: { intent: text, [text]: text },
          }),
        );
      });
      const scenario = {
        id: text,
        name: text,
        description: text,
        interactions: [
          {
            id: text,
            user_message: text,
            reference_reply: text,
            reference_metadata: { intent: text, [text]: text },
            checks: [{ not_contains: `${text}x` }],
          },
        ],
      };
      const changes = {
        model_id: model,
        test_name: text,
        system_prompt: text,
        test_batch: scenario,
      };
      return playText(environment, changes, true);
    },
  }));
}

/** The worst texts in each field alone, so that the refusal of one field does not hide another. */
const WORST = [
  'a\u0000b',
  'a\ud800b',
  '__proto__',
  '\r=1+1',
  "'; drop table run; --",
  '\u001b[2J\u202e',
];

function attackFields(): readonly ScriptedAttack[] {
  return Object.entries(FIELDS).flatMap(([field, spoil]) =>
    WORST.map((text) => ({
      name: `${JSON.stringify(text)} as ${field}`,
      play: (environment) => playText(environment, spoil(text), false),
    })),
  );
}

/** A run that is cancelled while it is graded stays readable. */
function attackGrading(): readonly ScriptedAttack[] {
  return WORST.map((text) => ({
    name: `${JSON.stringify(text)} in a run that is cancelled while it is judged`,
    async play(environment) {
      const test_batch = Array.from({ length: 20 }, (_, no) => ({
        id: no === 0 ? text : `${no}`,
        ...interaction({ reference_reply: text }),
      }));
      const gates = [`overall[${text}] >= 0`];
      const request = { service: 'evals', method: 'POST', key: 'alpha' } as const;
      const asked = { path: '/evaluate', headers: { prefer: 'respond-async' } };
      const body = environment.evaluation({ test_batch, gates, judge: { samples: 1 } });
      const started = await environment.send({ ...request, ...asked, body });
      const runId = (jsonOf(started) as { run_id?: string } | undefined)?.run_id;
      if (runId === undefined) return describeFault(started, 'evaluate');
      const cancelled = await environment.send({ ...request, path: `/runs/${runId}/cancel` });
      const ended = await endOf(environment, runId);
      if (ended === 'failed') return 'the run failed';
      return describeFault(cancelled, 'cancel');
    },
  }));
}

export const attackClass: AttackClass = {
  title: 'hostile texts',
  attacks: () => [...attackEverywhere(), ...attackFields(), ...attackGrading()],
};
