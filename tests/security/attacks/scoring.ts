import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import {
  NO_FAILURE,
  type Attack,
  type AttackClass,
  type ScriptedAttack,
} from '../runner/attack.ts';
import { get, playRun, post } from '../runner/calls.ts';
import type { Environment } from '../runner/open-environment.ts';
import { DOCUMENTS, PATTERNS, SCHEMAS, TEXTS } from '../hostile-checks.ts';

/** Texts that take long to compare: long ones, repetitive ones, ones without spaces. */
const REPLIES: Readonly<Record<string, string>> = {
  'one letter, 300,000 times': 'a'.repeat(300_000),
  '100,000 words': 'a b '.repeat(50_000),
  'words that all differ': Array.from({ length: 40_000 }, (_, no) => `w${no}`).join(' '),
  'one line break after another': '\n'.repeat(200_000),
  'marks that combine': `a${'\u0301'.repeat(100_000)}`,
  'marks in the wrong order': `a${'\u0301\u0323'.repeat(50_000)}`,
  'emoji with joiners': '👩‍👩‍👧‍👦'.repeat(20_000),
  brackets: '['.repeat(100_000),
  'numbers and dates': '1,000.5 2026-11-16 '.repeat(10_000),
};

function attackReplies(): readonly ScriptedAttack[] {
  return Object.entries(REPLIES).map(([name, reply]) => ({
    name: `a reply and a reference of ${name}`,
    async play(environment) {
      environment.answerAs(name, (_, response) => sendJson(response, chatCompletion(reply)));
      const interaction = { user_message: 'x', reference_reply: `${reply.slice(1)}b` };
      return (
        await playRun(environment, {
          model_id: name,
          test_batch: { interactions: [interaction] },
        })
      ).fault;
    },
  }));
}

/** Every slow check on every slow text. */
function attackChecks(): readonly ScriptedAttack[] {
  const checks = [
    ...PATTERNS.map((regex) => ({ regex })),
    ...SCHEMAS.map((json_schema) => ({ json_schema })),
  ];
  const texts = [...TEXTS, ...DOCUMENTS];
  return Array.from({ length: Math.ceil(checks.length / 10) }, (__, at) => ({
    name: `slow checks ${at * 10 + 1} to ${Math.min(checks.length, at * 10 + 10)}`,
    async play(environment) {
      for (const [no, check] of checks.slice(at * 10, at * 10 + 10).entries()) {
        const model = `check ${at} ${no}`;
        const reply = texts[(at * 10 + no) % texts.length] ?? '';
        environment.answerAs(model, (_, response) => sendJson(response, chatCompletion(reply)));
        const test_batch = { interactions: [{ user_message: 'x', checks: [check] }] };
        const answer = await environment.send(
          post('/evaluate', environment.evaluation({ model_id: model, test_batch })),
        );
        if (!NO_FAILURE.includes(answer.status))
          return `${JSON.stringify(check).slice(0, 100)}: ${answer.status}`;
      }
      return undefined;
    },
  }));
}

const WILD = [
  '*a*a*a*a*a*a*a*a*b',
  '*'.repeat(190),
  `${'a*'.repeat(95)}b`,
  '?*?*?*?*?*?*b',
  '*x'.repeat(90),
];

/** Patterns of gates with ids that make them slow. */
function attackGates(environment: Environment): readonly Attack[] {
  const id = 'a'.repeat(490);
  const test_batch = Array.from({ length: 300 }, (_, no) => ({
    id: `${id}${no}`,
    interactions: [{ user_message: 'x' }],
  }));
  return WILD.flatMap((pattern) =>
    [1, 25, 50].map((count) => ({
      name: `${count} gates on 300 ids of 490 letters with the pattern ${pattern.slice(0, 30)}`,
      request: post(
        '/evaluate',
        environment.evaluation({
          test_batch,
          gates: Array.from({ length: count }, (_, no) => `overall[${pattern}${no}] >= 0`),
        }),
      ),
      expect: { status: [413, 422], maxBytes: 200_000 },
    })),
  );
}

/** The maximum number of labels of a run. */
const labels: ScriptedAttack = {
  name: '5 interactions with 100 labels each, all of them different',
  async play(environment) {
    const interactions = Array.from({ length: 5 }, (_, no) => ({
      user_message: 'x',
      reference_reply: 'Hello',
      reference_metadata: Object.fromEntries(
        Array.from({ length: 100 }, (__, at) => [`k${no}-${at}`, 'x']),
      ),
    }));
    const { runId, fault } = await playRun(environment, { test_batch: { interactions } });
    if (fault !== undefined) return fault;
    const compared = await environment.send(get(`/compare?baseline=${runId}&candidate=${runId}`));
    return compared.status === 200 ? undefined : `the comparison is answered ${compared.status}`;
  },
};

export const attackClass: AttackClass = {
  title: 'scoring',
  attacks: (environment) => [
    ...attackGates(environment),
    ...attackReplies(),
    ...attackChecks(),
    labels,
  ],
};
