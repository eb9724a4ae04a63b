import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ask, postJson } from '../../support/calls/run-api.ts';
import {
  ATTEMPTS,
  openLabelDesk,
  SCENARIOS,
  type LabelDesk,
} from '../../support/data/label-desk.ts';

const UNKNOWN_DRAW = '01a1dcd3-b938-80ec-8762-1d939ad9c69d';

describe('labels of people', () => {
  let desk: LabelDesk;

  before(async () => {
    desk = await openLabelDesk();
  });
  after(() => desk[Symbol.asyncDispose]());

  it('a draw takes the same number of attempts of each scenario and returns to the same items', async () => {
    const runId = await desk.play('half');
    const first = await desk.sample(runId, 'n=12&seed=7&limit=50');
    assert.deepEqual([first.size, first.items.length, first.next], [12, 12, null]);
    const counts = SCENARIOS.map(
      (name) => first.items.filter(({ scenario_name }) => scenario_name === name).length,
    );
    assert.deepEqual(counts, [4, 4, 4]);
    assert.deepEqual(await desk.sample(runId, 'n=12&seed=7&limit=50'), first);
    const other = await desk.sample(runId, 'n=12&seed=8&limit=50');
    assert.notEqual(other.draw, first.draw);
    const page = await desk.sample(runId, 'n=12&seed=7&from=5&limit=3');
    assert.deepEqual([page.items, page.next], [first.items.slice(5, 8), 8]);
    const all = await desk.sample(runId, 'n=1000');
    assert.equal(all.size, SCENARIOS.length * ATTEMPTS);
  });

  it('an item shows the conversation and the checks, but no model, score, verdict or position', async () => {
    const runId = await desk.play('half');
    const { items } = await desk.sample(runId, 'n=3');
    const [item] = items;
    assert.deepEqual(Object.keys(item ?? {}).toSorted(), [
      'checks',
      'conversation',
      'description',
      'item',
      'labels',
      'scenario_name',
      'truncated',
    ]);
    assert.deepEqual(item?.checks, [{ id: 'blocked', turn: 0, text: 'contains: blocked' }]);
    const [turn] = item.conversation;
    assert.equal(turn?.user_message, 'I lost my card.');
    assert.equal(turn.reference_reply, 'The card is blocked.');
    assert.doesNotMatch(JSON.stringify(items), /half|score|judge|"passed"/);
  });

  it('a saved label returns what the judge found, and counts as blind only before that', async () => {
    const runId = await desk.play('half');
    const { draw } = await desk.sample(runId, 'n=6');
    const [first] = await desk.save(runId, [{ draw, item: 0, passed: true, note: 'fine' }]);
    assert.deepEqual([first?.passed, first?.blind, first?.note], [true, true, 'fine']);
    assert.equal(typeof first?.judge_passed, 'boolean');
    const [changed] = await desk.save(runId, [{ draw, item: 0, passed: false }]);
    assert.deepEqual([changed?.passed, changed?.blind], [false, false]);
    const [hidden] = await desk.save(runId, [{ draw, item: 1, passed: true }], false);
    assert.deepEqual([hidden?.blind, hidden?.judge_passed], [true, null]);
    const [again] = await desk.save(runId, [{ draw, item: 1, passed: false }]);
    assert.equal(again?.blind, true, 'the labeller was not told what the judge found');
    const [removed] = await desk.save(runId, [{ draw, item: 1, passed: null }]);
    assert.equal(removed?.passed, null);
    assert.equal((await desk.report(runId)).labels.length, 1);
    const [late] = await desk.save(runId, [{ draw, item: 1, passed: true }]);
    assert.equal(late?.blind, false, 'removing a label does not make the next one blind');
  });

  it('a review continues with the labels that the person gave before', async () => {
    const runId = await desk.play('half');
    const { draw } = await desk.sample(runId, 'n=4');
    await desk.save(runId, [
      { draw, item: 2, passed: true },
      { draw, item: 2, check_id: 'blocked', passed: false },
      { draw, item: 3, passed: true, labeller: 'Ben' },
    ]);
    const { items } = await desk.sample(runId, 'n=4&labeller=Ada');
    assert.deepEqual(
      items.map(({ labels }) => labels),
      [
        [],
        [],
        [
          { check_id: null, passed: true, note: null },
          { check_id: 'blocked', passed: false, note: null },
        ],
        [],
      ],
    );
    const { draws } = await desk.report(runId);
    assert.deepEqual(draws[0]?.labellers, [
      { labeller: 'Ada', labelled: 1, blind: 1 },
      { labeller: 'Ben', labelled: 1, blind: 1 },
    ]);
  });

  it('labels outside a draw only feed the disagreements', async () => {
    const runId = await desk.play('good');
    const position = { scenario: 1, attempt: 3 };
    await desk.save(runId, [
      { position, passed: false, note: 'the wrong card' },
      { position, check_id: 'blocked', passed: true },
    ]);
    const found = await desk.report(runId);
    assert.deepEqual(found.disagreements, [
      {
        position,
        check_id: null,
        label_passed: false,
        judge_passed: true,
        labellers: ['Ada'],
        notes: ['the wrong card'],
      },
    ]);
    assert.equal(found.disagreement_count, 1);
    assert.deepEqual([found.corrected, found.agreement, found.draws], [null, [], []]);
    assert.equal((await desk.decide(runId, 'pass_rate.corrected >= 0.1')).verdict, 'inconclusive');
  });

  it('two people who disagree leave the attempt unlabelled, and a third one decides', async () => {
    const runId = await desk.play('good');
    const { draw } = await desk.sample(runId, 'n=5');
    await desk.save(runId, [
      { draw, item: 0, passed: false, labeller: 'Ada' },
      { draw, item: 0, passed: true, labeller: 'Ben' },
    ]);
    const tied = await desk.report(runId);
    assert.deepEqual([tied.ties, tied.corrected, tied.disagreement_count], [1, null, 0]);
    assert.deepEqual(tied.labeller_agreement, [
      { labellers: ['Ada', 'Ben'], n: 1, agreed: 0, kappa: null },
    ]);
    await desk.save(runId, [{ draw, item: 0, passed: false, labeller: 'Cem' }]);
    const decided = await desk.report(runId);
    assert.deepEqual([decided.ties, decided.corrected?.labelled], [0, 1]);
    assert.equal(decided.disagreement_count, 1);
  });

  it('a label of nothing that can be labelled is 422 with a pointer', async () => {
    const runId = await desk.play('good');
    const { draw } = await desk.sample(runId, 'n=2');
    const position = { scenario: 0, attempt: 0 };
    const cases = [
      [{ passed: true }, '/labels/0', /either "position" or "item"/],
      [{ passed: true, position, item: 0, draw }, '/labels/0', /either "position" or "item"/],
      [{ passed: true, item: 0 }, '/labels/0/draw', /required with "item"/],
      [{ passed: true, position, labeller: ' ' }, '/labels/0/labeller', /./],
      [{ passed: 'yes', position }, '/labels/0/passed', /./],
      [{ passed: true, position, note: 'x'.repeat(1001) }, '/labels/0/note', /1000/],
      [{ passed: true, position: { scenario: 9, attempt: 0 } }, '/labels/0/position', /9\/0/],
      [{ passed: true, position: { scenario: 0, attempt: 99 } }, '/labels/0/position', /0\/99/],
      [{ passed: true, position, check_id: 'other' }, '/labels/0/check_id', /other/],
      [{ passed: true, position, draw: UNKNOWN_DRAW }, '/labels/0/draw', /no draw/],
      [{ passed: true, item: 2, draw }, '/labels/0/item', /no item 2/],
    ] as const;
    for (const [label, pointer, expected] of cases) {
      const labels = [{ labeller: 'Ada', ...label }];
      const { status, body } = await postJson(desk.target, `/runs/${runId}/labels`, { labels });
      assert.equal(status, 422, JSON.stringify([label, body]));
      const [error] = Problem.parse(body).errors ?? [];
      assert.equal(error?.pointer, pointer, JSON.stringify(body));
      assert.match(error.detail, expected);
    }
    const twice = [0, 1].map(() => ({ labeller: 'Ada', position, passed: true }));
    const many = Array.from({ length: 101 }, () => twice[0]);
    for (const labels of [twice, many, []]) {
      const { status } = await postJson(desk.target, `/runs/${runId}/labels`, { labels });
      assert.equal(status, 422);
    }
    for (const query of ['n=0', 'n=1001', 'limit=51', 'seed=-1', `with=${runId}`]) {
      const { status } = await ask(desk.target, `/runs/${runId}/label-sample?${query}`);
      assert.equal(status, 422, query);
    }
    assert.deepEqual((await desk.report(runId)).labels, []);
  });

  it('the key of another project gets 404 for every route and for the second run of a queue', async () => {
    const runId = await desk.play('good');
    const { draw } = await desk.sample(runId, 'n=2');
    const { stranger } = desk;
    const label = { labeller: 'Eve', draw, item: 0, passed: true };
    const labels = `/runs/${runId}/labels`;
    assert.equal((await ask(stranger, labels)).status, 404);
    assert.equal((await ask(stranger, `/runs/${runId}/label-sample`)).status, 404);
    assert.equal((await postJson(stranger, labels, { labels: [label] })).status, 404);
    const own = await postJson(stranger, '/evaluate', {
      test_batch: { id: 's', interactions: [{ user_message: 'Hello' }] },
      endpoint: desk.endpoint,
      model_id: 'good',
    });
    const { run_id } = own.body as { run_id: string };
    const mixed = await ask(stranger, `/runs/${run_id}/label-sample?with=${runId}`);
    assert.equal(mixed.status, 404);
    const foreign = await postJson(stranger, `/runs/${run_id}/labels`, { labels: [label] });
    assert.equal(foreign.status, 422, 'the draw belongs to another project');
    assert.deepEqual((await desk.report(runId)).labels, []);
  });
});
