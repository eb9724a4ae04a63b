import { createClient } from '@fairtrial/client';
import type { ConsoleEnvironment } from '../browser/open-console.ts';
import { CARD as FULL_CARD } from '../browser/scenario-page.ts';
import { CARD, FEES, LOAN } from '../browser/dataset-page.ts';
import { evaluate } from '../calls/evaluate.ts';
import { runJudgedChecks } from './judged-checks.ts';
import { runLabelled, startLabellingEndpoint } from './labelled-runs.ts';
import { seedRuns } from './seed-runs.ts';
import { sendConversations } from './sent-conversations.ts';
import { startToolEndpoint, TOOL_BATCH } from './tool-checks.ts';
import { USER_SCENARIO } from './user-runs.ts';

/** Ids of runs of every kind; those of a pair are the baseline and the candidate. */
export interface SeededScreens {
  readonly samples: Pair;
  /** Replies with labels, without wording. The candidate has gates and tags. */
  readonly labels: Pair;
  readonly judged: Pair;
  readonly tools: Pair;
  readonly users: Pair;
  /** One scenario was changed, one is equal. */
  readonly changed: Pair;
  /** Every request failed. */
  readonly dead: string;
  /** A hundred attempts at one turn. */
  readonly attempts: string;
}

type Pair = readonly [baseline: string, candidate: string];

/** Plays runs, sends conversations and saves the datasets `cards` (two versions) and `forms`. */
export async function seedScreens(environment: ConsoleEnvironment): Promise<SeededScreens> {
  const { evals, endpoint } = environment;
  const play = async (changes: object): Promise<string> =>
    (await evaluate(evals, { endpoint, ...changes })).run_id;
  const judged = async (): Promise<string> => (await runJudgedChecks(environment)).run_id;
  const [samples, labels] = [
    await seedRuns(environment, { judge: false }),
    await seedLabels(evals),
  ];
  await using tools = await startToolEndpoint();
  const called = {
    endpoint: `${tools.url}/v1`,
    test_name: 'tool calls',
    test_batch: TOOL_BATCH,
    judge: false,
  };
  const first = [{ user_message: 'Hello', reference_reply: 'Hello.' }];
  const users = { test_batch: { ...USER_SCENARIO, interactions: first }, attempts: 2 };
  const equal = { id: 'equal', interactions: [{ user_message: 'Hello' }] };
  const hundred = { interactions: [{ user_message: 'Hello', reference_reply: 'Hello' }] };
  await sendConversations(evals);
  await seedDatasets(evals);
  return {
    samples: [samples.baseline.run_id, samples.candidate.run_id],
    labels,
    judged: [await judged(), await judged()],
    tools: [await play(called), await play(called)],
    users: [
      await play({ ...users, model_id: 'sim/helpdesk' }),
      await play({ ...users, model_id: 'sim/helpdesk-weak' }),
    ],
    changed: [
      await play({ judge: false, model_id: 'sim/echo', test_batch: [equal, LOAN, FEES] }),
      await play({
        judge: false,
        model_id: 'sim/echo',
        test_batch: [equal, { ...LOAN, checks: [{ max_words: 9 }] }],
      }),
    ],
    dead: await play({ judge: false, endpoint: 'http://127.0.0.1:1/v1', test_name: 'dead' }),
    attempts: await play({ judge: false, model_id: 'sim/v1', attempts: 100, test_batch: hundred }),
  };
}

async function seedLabels(evals: ConsoleEnvironment['evals']): Promise<Pair> {
  await using endpoint = await startLabellingEndpoint();
  const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3, tags: ['nightly', 'main'] };
  const { run_id: first } = await runLabelled(evals, { ...changes, model_id: 'steady' });
  const { run_id: second } = await runLabelled(evals, {
    ...changes,
    model_id: 'worse',
    baseline: first,
    gates: ['overall >= 0.8', 'latency.p95 < 30s'],
  });
  return [first, second];
}

async function seedDatasets(evals: ConsoleEnvironment['evals']): Promise<void> {
  const client = createClient({ baseUrl: evals.url });
  await client.request('PUT /datasets/:name', {
    name: 'cards',
    body: { scenarios: [CARD, LOAN, FEES], message: 'first' },
  });
  await client.request('POST /datasets/:name/changes', {
    name: 'cards',
    body: {
      base_version: 1,
      upsert: [{ ...CARD, name: 'Stolen card' }],
      message: 'A message that is a little longer than the others',
    },
  });
  const user = { ...USER_SCENARIO, name: 'New card', interactions: [] };
  await client.request('PUT /datasets/:name', {
    name: 'forms',
    body: { scenarios: [FULL_CARD, user] },
  });
}
