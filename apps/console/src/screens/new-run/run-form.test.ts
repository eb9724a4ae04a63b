import type { Settings } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNewRunSearch } from './new-run-search.ts';
import { fillForm, fillFromRequest, findMissingInput, toRequest, toSearch } from './run-form.ts';

const SETTINGS: Settings = {
  version: '1',
  simulated: false,
  keys: [],
  storage: { kind: 'own', location: '.fairtrial', retention_days: null },
  endpoints: ['http://endpoint/v1'],
  agent: { url: 'http://agent:8000', has_key: false },
  user_model: null,
  judges: ['judge-a'],
  scorers: [],
  limits: { attempts: 100, interactions: 1000, turns: 100_000, concurrency: 64 },
};
const BATCH = { test_batch: { interactions: [] }, weights: { reply: 1 } };

test('fillForm defaults to the agent backend, otherwise to the first known endpoint', () => {
  assert.equal(fillForm({}, SETTINGS).endpoint, 'http://agent:8000');
  assert.equal(fillForm({}, { ...SETTINGS, agent: null }).endpoint, 'http://endpoint/v1');
  assert.equal(fillForm({}, { ...SETTINGS, agent: null, endpoints: [] }).endpoint, '');
});

test('run form survives the round trip through its URL', () => {
  const form = {
    ...fillForm({}, SETTINGS),
    name: 'nightly',
    model: '12',
    attempts: 3,
    judge: 'off' as const,
    baseline: 'pinned',
    against: 'sim/v1',
    protocol: 'prompt' as const,
    history: 'reference' as const,
    reply: '/data/answer',
    target: 'support-chat',
    dataset: 'support@7',
    tags: ['cards', '12'],
    sample: 20,
    seed: '7',
    ids: ['a'],
    usesDraft: true,
  };
  const again = readNewRunSearch(JSON.parse(JSON.stringify(toSearch(form))) as never);
  const draft = { dataset: 'support', filter: { ids: ['a'] } };
  assert.deepEqual(fillForm(again, SETTINGS, draft), form);
  assert.deepEqual(readNewRunSearch({ attempts: -1, judge: 'maybe', model: {} }), {});
});

test('fillFromRequest takes over the fields that a file contains', () => {
  const form = fillForm({}, SETTINGS);
  const told = fillFromRequest(form, {
    test_name: 'x',
    attempts: 2,
    model_id: '',
    concurrency: 'many',
  });
  assert.deepEqual(told, { ...form, name: 'x', attempts: 2 });
  const { own } = fillFromRequest(form, { target: { body: ['{{messages}}'] } });
  assert.deepEqual([own.isUsed, own.body], [true, '[\n  "{{messages}}"\n]']);
});

test('toRequest takes visible fields from the form and the others from the file', () => {
  const form = { ...fillForm({}, SETTINGS), model: ' sim/v2 ' };
  const file = {
    ...BATCH,
    endpoint: 'http://old',
    test_name: 'old',
    baseline: 'latest',
    against: 'x',
  };
  assert.deepEqual(toRequest(file, form, SETTINGS), {
    ...BATCH,
    endpoint: 'http://agent:8000',
    model_id: 'sim/v2',
    attempts: 5,
    concurrency: 8,
  });
  const off = { ...form, judge: 'off' as const };
  assert.ok('judge' in toRequest(BATCH, off, SETTINGS));
  assert.ok(!('judge' in toRequest(BATCH, off, { judges: [] })));
});

test('toRequest takes protocol, reply path, history and system prompt from the form, otherwise from the batch', () => {
  const form = { ...fillForm({}, SETTINGS), model: 'sim/v2' };
  const own = {
    protocol: 'agent',
    target: { reply: '/old' },
    history: 'none',
    system_prompt: 'Be brief.',
  };
  const kept = toRequest({ ...BATCH, ...own }, form, SETTINGS);
  assert.deepEqual({ ...kept, ...own }, kept);
  const changes = {
    protocol: 'prompt',
    history: 'live',
    reply: ' /data/answer ',
    systemPrompt: 'Be kind.',
  } as const;
  const changed = toRequest({ ...BATCH, ...own }, { ...form, ...changes }, SETTINGS);
  assert.deepEqual(
    [changed.protocol, changed.target, changed.history, changed.system_prompt],
    ['prompt', { reply: '/data/answer' }, 'live', 'Be kind.'],
  );
});

test('toRequest leaves out the protocol of the batch if the form describes an own request', () => {
  const { own, ...form } = { ...fillForm({}, SETTINGS), model: 'sim/v2' };
  const batch = { ...BATCH, protocol: 'openai', target: { reply: '/old' } };
  const request = toRequest(batch, { ...form, own: { ...own, isUsed: true } }, SETTINGS);
  assert.ok(!('protocol' in request));
  assert.deepEqual(request.target, { body: { messages: '{{messages}}' } });
});

test('the URL never contains an own request', () => {
  const form = fillForm({}, SETTINGS);
  const own = { ...form.own, isUsed: true, path: '/secret' };
  assert.deepEqual(toSearch({ ...form, own }), toSearch(form));
});

test('a second model replaces the baseline in the request', () => {
  const form = { ...fillForm({}, SETTINGS), model: 'sim/v2', baseline: 'pinned' };
  assert.equal(toRequest(BATCH, form, SETTINGS).baseline, 'pinned');
  const both = toRequest(BATCH, { ...form, against: ' sim/v1 ' }, SETTINGS);
  assert.deepEqual([both.against, both.baseline], ['sim/v1', undefined]);
});

test('findMissingInput names the missing input', () => {
  const form = { ...fillForm({}, SETTINGS), model: 'm' };
  assert.equal(findMissingInput(form, BATCH), undefined);
  assert.equal(findMissingInput(form, undefined), 'The batch is not ready.');
  const find = (change: object): string | undefined =>
    findMissingInput({ ...form, ...change }, BATCH);
  assert.equal(find({ model: ' ' }), 'The model is missing.');
  const own = { ...form.own, isUsed: true, body: '{' };
  assert.equal(find({ own }), 'The body is not valid JSON: line 1.');
  assert.equal(find({ own, target: 'chat' }), undefined);
});
