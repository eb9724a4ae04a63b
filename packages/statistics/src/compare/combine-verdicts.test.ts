import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineVerdicts } from './combine-verdicts.ts';

const unchanged = { result: 'no_change_found' } as const;

describe('combineVerdicts', () => {
  it('a regression of the suite or any scenario outweighs improvements', () => {
    const regressed = { result: 'regressed' } as const;
    const improved = { result: 'improved' } as const;
    const bySuite = { suite: regressed, inGeneral: undefined, scenarios: [improved] };
    assert.equal(combineVerdicts(bySuite), 'regressed');
    const byScenario = { suite: improved, inGeneral: improved, scenarios: [unchanged, regressed] };
    assert.equal(combineVerdicts(byScenario), 'regressed');
  });

  it('the combined verdict is improved if nothing regressed and the suite or any scenario improved', () => {
    const suite = { result: 'slightly_worse' } as const;
    const scenarios = [null, { result: 'improved' }] as const;
    assert.equal(combineVerdicts({ suite, inGeneral: null, scenarios }), 'improved');
  });

  it('the combined verdict is that of the suite if no scenario changed', () => {
    for (const result of ['slightly_worse', 'same', 'slightly_better', 'inconclusive'] as const) {
      const verdicts = { suite: { result }, inGeneral: undefined, scenarios: [unchanged] };
      assert.equal(combineVerdicts(verdicts), result);
    }
  });

  it('the combined verdict falls back to the general verdict, then to inconclusive', () => {
    const inGeneral = { result: 'slightly_better' } as const;
    assert.equal(
      combineVerdicts({ suite: undefined, inGeneral, scenarios: [undefined] }),
      'slightly_better',
    );
    assert.equal(
      combineVerdicts({ suite: undefined, inGeneral: undefined, scenarios: [] }),
      'inconclusive',
    );
  });
});
