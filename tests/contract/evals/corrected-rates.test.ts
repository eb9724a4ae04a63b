import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ask, rescore } from '../../support/calls/run-api.ts';
import { openLabelDesk, type LabelDesk } from '../../support/data/label-desk.ts';

describe('the pass rate by people', () => {
  let desk: LabelDesk;

  before(async () => {
    desk = await openLabelDesk();
  });
  after(() => desk[Symbol.asyncDispose]());

  it('labels of a draw give the corrected rate that a gate decides on, and a rescore stores', async () => {
    const gates = ['pass_rate.corrected >= 0.2'];
    const runId = await desk.play('half', { gates });
    const first = await ask(desk.target, `/runs/${runId}?interactions=false`);
    const none = await desk.decide(runId, gates[0] ?? '');
    assert.equal(none.verdict, 'inconclusive');
    assert.match(none.sentence, /no drawn attempt has a blind label; label a draw/);
    const { draw, items } = await desk.sample(runId, 'n=40&limit=50');
    await desk.save(
      runId,
      items.slice(0, 29).map(({ item }) => ({ draw, item, passed: true })),
    );
    const few = await desk.decide(runId, 'pass_rate.corrected < 0.9');
    assert.match(few.sentence, /29 attempts have blind labels, and 30 are needed/);
    await desk.labelAll(runId, 'n=40', 'Ben');
    const { corrected, agreement, warnings } = await desk.report(runId);
    assert.equal(corrected?.method, 'labels');
    assert.ok(corrected.labelled >= 25 && corrected.ci95[0] < corrected.pass_rate);
    assert.equal(agreement[0]?.check_id, null);
    assert.deepEqual([agreement[0]?.judges, warnings], [[], []]);
    const kept = await ask(desk.target, `/runs/${runId}?interactions=false`);
    assert.deepEqual(kept.body, first.body, 'labels never change a stored result');
    await desk.save(
      runId,
      items.slice(0, 29).map(({ item }) => ({ draw, item, passed: null })),
    );
    const { verdict, value, sentence } = await desk.decide(runId, gates[0] ?? '');
    assert.deepEqual([verdict, value], ['pass', (await desk.report(runId)).corrected?.pass_rate]);
    assert.match(sentence, /^pass_rate\.corrected is 0\.\d+ \[.*\]; >= 0\.2 holds\.$/);
    const { result } = await rescore(desk.target, runId, {});
    assert.equal(result?.gate?.verdict, 'pass');
  });

  it('agreement of a judge that equals the labels is complete, with κ of 1', async () => {
    const runId = await desk.play('half');
    await desk.labelAll(runId, 'n=50', 'Ada');
    const { agreement, disagreements } = await desk.report(runId);
    assert.deepEqual(disagreements, []);
    const [found] = agreement;
    assert.deepEqual([found?.n, found?.agreed, found?.kappa?.value], [50, 50, 1]);
    assert.deepEqual([found?.true_positive_rate?.value, found?.true_negative_rate?.value], [1, 1]);
  });

  it('a comparison has corrected rates only after labelling both runs in one mixed queue', async () => {
    const [half, good] = [await desk.play('half'), await desk.play('good')];
    await desk.labelAll(half, 'n=30', 'Ada');
    await desk.labelAll(good, 'n=30', 'Ada');
    assert.equal((await desk.compare(good, half)).passes?.corrected, null);
    const mixed = await desk.sample(half, `n=25&with=${good}&limit=50`);
    assert.deepEqual(await desk.sample(good, `n=25&with=${half}&limit=50`), {
      ...mixed,
      with: half,
    });
    assert.equal(mixed.size, 50);
    await desk.labelAll(good, `n=25&with=${half}`, 'Ben');
    const { corrected } = (await desk.compare(good, half)).passes ?? {};
    assert.equal(corrected?.result, 'regressed');
    assert.ok(corrected.delta < -0.2 && corrected.ci95[1] < 0 && corrected.p < 0.05);
    assert.deepEqual([corrected.baseline.labelled, corrected.candidate.labelled], [25, 25]);
    assert.equal((await desk.compare(half, good)).passes?.corrected?.result, 'improved');
    assert.equal((await ask(desk.target, `/runs/${good}`, 'DELETE')).status, 204);
    const draw = (await desk.report(half)).draws.find(({ n }) => n === 25);
    assert.deepEqual([draw?.with, draw?.attempts], [null, 25]);
  });

  it('earlier runs with the same judge give an estimate, and another judge gives a warning', async () => {
    const changes = { test_name: 'estimates' };
    await desk.labelAll(await desk.play('half', changes), 'n=50', 'Ada');
    const next = await desk.report(await desk.play('half', changes));
    assert.deepEqual([next.estimated?.runs, next.estimated?.labelled], [1, 50]);
    assert.ok(Math.abs((next.estimated?.pass_rate ?? 0) - 0.5) < 0.1);
    assert.deepEqual([next.corrected, next.warnings], [null, []]);
    const changed = await desk.report(await desk.play('half', { ...changes, pass_threshold: 0.5 }));
    assert.equal(changed.estimated, null);
    assert.match(changed.warnings[0] ?? '', /^judge_changed: 50 labels/);
  });
});
