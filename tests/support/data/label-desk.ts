import {
  Comparison,
  GateVerdict,
  LabelReport,
  LabelSample,
  SavedLabels,
  type GateFinding,
  type PostedLabel,
  type SavedLabel,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { ask, postJson, type ApiTarget } from '../calls/run-api.ts';
import { startService } from '../services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../stubs/start-stub.ts';

export const SCENARIOS = ['cards', 'loans', 'fees'];
export const ATTEMPTS = 20;

/** Every second reply of the model `half` has the word that the check asks for; all replies of other models do. */
function startEndpoint(): Promise<Stub> {
  let replies = 0;
  return startStub(({ body }, response) => {
    const { model } = body as { readonly model: string };
    replies += 1;
    const isGood = model !== 'half' || replies % 2 === 0;
    sendJson(response, chatCompletion(isGood ? 'The card is blocked.' : 'I cannot say.'));
  });
}

/** An evaluation service with runs to label. */
export interface LabelDesk extends AsyncDisposable {
  readonly target: ApiTarget;
  /** A caller of another project. */
  readonly stranger: ApiTarget;
  readonly endpoint: string;
  /** Plays a run of three scenarios and returns its id. */
  play(model: string, changes?: object): Promise<string>;
  sample(runId: string, query?: string): Promise<LabelSample>;
  save(
    runId: string,
    labels: readonly (Partial<PostedLabel> & Pick<PostedLabel, 'passed'>)[],
    reveal?: boolean,
  ): Promise<readonly SavedLabel[]>;
  report(runId: string): Promise<LabelReport>;
  /** Labels all items of a draw as a person who knows which replies are good. */
  labelAll(runId: string, query: string, labeller: string): Promise<void>;
  decide(runId: string, gate: string): Promise<GateFinding>;
  compare(baseline: string, candidate: string): Promise<Comparison>;
}

/** Starts the service and the endpoint. */
export async function openLabelDesk(): Promise<LabelDesk> {
  const stack = new AsyncDisposableStack();
  const endpoint = stack.use(await startEndpoint());
  const evals = stack.use(
    await startService('evals', {
      FAIRTRIAL_API_KEYS: 'one;name=first,two;name=second;project=other',
    }),
  );
  const as = (key: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer ${key}` },
  });
  const target = as('one');
  const address = `${endpoint.url}/v1`;
  return {
    target,
    stranger: as('two'),
    endpoint: address,
    ...createCalls(target, address),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type Calls = Omit<LabelDesk, 'target' | 'stranger' | 'endpoint' | typeof Symbol.asyncDispose>;

function createCalls(target: ApiTarget, endpoint: string): Calls {
  const calls: Calls = {
    play: (model, changes = {}) => play(target, endpoint, { model_id: model, ...changes }),
    async sample(runId, query = '') {
      return LabelSample.parse(await read(target, `/runs/${runId}/label-sample?${query}`));
    },
    async save(runId, labels, reveal) {
      const named = labels.map((label) => ({ labeller: 'Ada', ...label }));
      const said = await send(target, `/runs/${runId}/labels`, { labels: named, reveal });
      return SavedLabels.parse(said).labels;
    },
    async report(runId) {
      return LabelReport.parse(await read(target, `/runs/${runId}/labels`));
    },
    async labelAll(runId, query, labeller) {
      const { draw, items } = await calls.sample(runId, `${query}&limit=50`);
      const labels = items.map(({ item, conversation }) => {
        const passed = conversation[0]?.agent_reply.includes('blocked') ?? assert.fail();
        return { draw, item, passed, labeller };
      });
      await calls.save(runId, labels);
    },
    async decide(runId, gate) {
      const said = await send(target, `/runs/${runId}/gate`, { gates: [gate] });
      return GateVerdict.parse(said).gates[0] ?? assert.fail();
    },
    async compare(baseline, candidate) {
      const path = `/compare?baseline=${baseline}&candidate=${candidate}`;
      return Comparison.parse(await read(target, path));
    },
  };
  return calls;
}

async function play(target: ApiTarget, endpoint: string, changes: object): Promise<string> {
  const interactions = [
    {
      user_message: 'I lost my card.',
      reference_reply: 'The card is blocked.',
      checks: [{ id: 'blocked', contains: 'blocked' }],
    },
  ];
  const answer = await send(target, '/evaluate', {
    test_batch: SCENARIOS.map((id) => ({ id, interactions })),
    endpoint,
    attempts: ATTEMPTS,
    concurrency: 1, // so that the same attempts are good in every test run
    test_name: 'labels',
    ...changes,
  });
  return (answer as { run_id: string }).run_id;
}

async function read(target: ApiTarget, path: string): Promise<unknown> {
  const { status, body } = await ask(target, path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function send(target: ApiTarget, path: string, sent: object): Promise<unknown> {
  const { status, body } = await postJson(target, path, sent);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
