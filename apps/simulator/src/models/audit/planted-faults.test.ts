import type { UserFaultKind } from '@fairtrial/contracts';
import {
  createAuditJudge,
  createUser,
  type Audit,
  type PlayedUser,
  type UserMessage,
} from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLedger } from '../../ledger.ts';
import { CompletionRequest, toAsked } from '../../openai-wire.ts';
import { createSimulator, type Place } from '../../simulator.ts';

const { signal } = new AbortController();
const ATTEMPTS = 3;
const HONEST_ATTEMPTS = 20;
const MAX_TURNS = 8;

const USERS: readonly PlayedUser[] = [
  {
    goal: 'Block the debit card that was lost on the way home',
    persona: 'A polite student',
    facts: { card_ending: '4471', lost_on: 'Tuesday' },
  },
  {
    goal: 'Cancel the order and get the money back',
    persona: 'A busy manager who writes short messages',
    facts: { order_number: '88-1203', price: 64.9 },
  },
  { goal: 'The user wants to move to another tariff', facts: { contract: 'DE-7719' } },
  { goal: 'Find out when the library opens on Saturday' },
  {
    goal: 'Have a technician repair the internet connection before the weekend',
    persona: 'An angry customer who swears',
    facts: { customerNumber: 'K-20881', city: 'Leeds', has_router: true },
  },
  {
    goal: 'A refund for the concert ticket',
    persona: 'Friendly and patient',
    facts: { ticket: 'T-551', name: 'Mara Lind' },
  },
  {
    goal: 'Die verlorene Karte sperren lassen',
    persona: 'Eine höfliche Rentnerin',
    facts: { kartennummer: '4471 0098', name: 'Erika Muster' },
  },
  {
    goal: 'Den Stromvertrag zum Jahresende kündigen',
    persona: 'Ein junger Mann, der nur Deutsch spricht',
    facts: { vertragsnummer: 'V-1180', wohnort: 'Bremen' },
  },
  {
    goal: 'Change the delivery address of the parcel to 12 Mill Lane in York',
    facts: { parcel_number: 'PN-7012', new_address: '12 Mill Lane, York' },
  },
  {
    goal: 'Book a table for four people on Friday evening',
    persona: 'A retired teacher',
    facts: { phone: '0171 5550199', guests: 4 },
  },
];

const simulator = createSimulator({
  script: [],
  seed: 'played conversations',
  latency: () => 0,
  wordsPerSecond: 0,
  ledger: createLedger(),
});

type Complete = Parameters<typeof createUser>[0]['complete'];

const complete: Complete = async ({ model, messages, parameters, headers }) => {
  const call = toAsked(CompletionRequest.parse({ ...parameters, model, messages }));
  const { content = '' } =
    (await simulator.answer({ ...call, replies: [] }, placeIn(headers))) ?? {};
  const message = { role: 'assistant' as const, content, refusal: null, tool_calls: [] };
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return {
    state: 'completed',
    completion: { model, choices: [{ message, finish_reason: 'stop' }], usage },
  } as unknown as Awaited<ReturnType<Complete>>;
};

function placeIn(headers: Readonly<Record<string, string>> = {}): Place {
  return { conversation: headers['x-fairtrial-conversation'], turn: headers['x-fairtrial-turn'] };
}

const judge = createAuditJudge({ complete, model: 'sim/judge' });

interface Played {
  readonly conversation: readonly UserMessage[];
  readonly audit: Audit;
}

interface PlayedAt {
  readonly user: PlayedUser;
  readonly no: number;
  readonly attempt: number;
  /** How often the conversation was played before. */
  readonly replay?: number;
}

/** Plays and audits a conversation as a run does. */
async function play(
  models: { readonly user: string; readonly endpoint: string },
  at: PlayedAt,
): Promise<Played> {
  const { user } = at;
  const ask = createUser({ complete, model: models.user });
  const where = { 'x-fairtrial-conversation': `${models.user}/${at.no}/${at.attempt}` };
  const conversation: UserMessage[] = [];
  let isDone = false;
  let turn = 0;
  while (!isDone && turn < MAX_TURNS) {
    const headers = { ...where, 'x-fairtrial-turn': `${turn}/user/${at.replay ?? 0}` };
    const question = { user, conversation, turnsLeft: MAX_TURNS - turn, seed: 1, headers };
    const said = await ask(question, signal);
    assert.ok(said.state === 'said', JSON.stringify(said));
    conversation.push({ role: 'user', content: said.message });
    const reply = await simulator.answer(
      { model: models.endpoint, messages: conversation, tools: [], replies: [], schema: undefined },
      placeIn({ ...where, 'x-fairtrial-turn': String(turn) }),
    );
    conversation.push({ role: 'assistant', content: reply?.content ?? '' });
    ({ isDone } = said);
    turn += 1;
  }
  const endedBy = isDone ? 'user' : 'max_turns';
  const judged = await judge({ user, conversation, scriptedTurns: 0, endedBy }, signal);
  assert.ok(judged.state === 'judged', JSON.stringify(judged));
  return { conversation, audit: judged.audit };
}

async function playAll(
  user: string,
  endpoint: string,
  attempts = ATTEMPTS,
): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const [no, one] of USERS.entries()) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      played.push(await play({ user, endpoint }, { user: one, no, attempt }));
    }
  }
  return played;
}

const kindsOf = ({ audit }: Played): readonly UserFaultKind[] =>
  audit.faults.map(({ kind }) => kind);

const PLANTED = {
  'sim/user-forgets': 'forgot_fact',
  'sim/user-changes-goal': 'changed_goal',
  'sim/user-leaves-persona': 'left_persona',
  'sim/user-ends-early': 'ended_early',
  'sim/user-obeys': 'talked_into',
  'sim/user-loops': 'looped',
  'sim/user-leaks': 'leaked_goal',
} as const satisfies Record<string, UserFaultKind>;

describe('the audit of conversations between simulated models', () => {
  it('finds at least 90 % of the planted faults of every kind', async () => {
    for (const [model, kind] of Object.entries(PLANTED)) {
      for (const endpoint of ['sim/helpdesk', 'sim/helpdesk-weak']) {
        const played = await playAll(model, endpoint);
        const found = played.filter((one) => kindsOf(one).includes(kind)).length;
        assert.ok(found >= 0.9 * played.length, `${model}: ${found} of ${played.length}`);
      }
    }
  });

  it('reports a fault in at most 5 % of honest conversations, also if the endpoint never helps', async () => {
    for (const [endpoint, attempts] of Object.entries({
      'sim/helpdesk': HONEST_ATTEMPTS,
      'sim/helpdesk-weak': HONEST_ATTEMPTS,
      'sim/echo': 1,
      'sim/v1': 1,
    })) {
      const played = await playAll('sim/user', endpoint, attempts);
      const wrong = played.filter((one) => kindsOf(one).length > 0);
      const text = JSON.stringify(wrong[0]);
      assert.ok(wrong.length <= 0.05 * played.length, `${endpoint}: ${wrong.length}, ${text}`);
    }
  });

  it('finds that sim/helpdesk reaches every goal, and sim/helpdesk-weak about seven of ten', async () => {
    const reached = async (endpoint: string): Promise<number> => {
      const played = await playAll('sim/user', endpoint);
      const good = played.filter(({ audit }) => audit.goal.verdict === 'reached');
      return good.length / played.length;
    };
    assert.equal(await reached('sim/helpdesk'), 1);
    const weak = await reached('sim/helpdesk-weak');
    assert.ok(weak > 0.5 && weak < 0.9, String(weak));
  });
});

describe('sim/user-faulty', () => {
  it('spoils one of five conversations, with every kind of fault, and plays most of them well the next time', async () => {
    const models = { user: 'sim/user-faulty', endpoint: 'sim/helpdesk' };
    const spoiled: Played[] = [];
    const again: Played[] = [];
    for (const [no, user] of USERS.entries()) {
      for (let attempt = 0; attempt < HONEST_ATTEMPTS; attempt += 1) {
        const first = await play(models, { user, no, attempt });
        if (first.audit.faults.length === 0) continue;
        spoiled.push(first);
        again.push(await play(models, { user, no, attempt, replay: 1 }));
      }
    }
    const share = spoiled.length / (USERS.length * HONEST_ATTEMPTS);
    assert.ok(share > 0.12 && share < 0.28, String(share));
    assert.equal(new Set(spoiled.flatMap(kindsOf)).size, Object.keys(PLANTED).length);
    const still = again.filter((one) => one.audit.faults.length > 0);
    assert.ok(still.length < 0.4 * again.length, `${still.length} of ${again.length}`);
  });
});

describe('sim/user-silent', () => {
  it('gives no message', async () => {
    const ask = createUser({ complete, model: 'sim/user-silent' });
    const [user] = USERS;
    assert.ok(user);
    const said = await ask({ user, conversation: [], turnsLeft: 8, seed: 1 }, signal);
    assert.ok(said.state === 'user_failed');
    assert.equal(said.failure.kind, 'unreadable');
  });
});
