import { readText, scoreReply } from '@fairtrial/scorers';
import { compareRuns, type RunComparison } from '@fairtrial/statistics';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadScript, type KnownExchange } from '../load-script.ts';
import { randomFrom } from '../random-from.ts';
import type { SimModel } from './sim-model.ts';
import { simV1, simV2 } from './answering-models.ts';

const SAMPLES = fileURLToPath(new URL('../../../../samples', import.meta.url));
const ATTEMPTS = 5;

describe('planted differences between sim/v1 and sim/v2, found by scores and statistics alone', () => {
  let scenarios: ReadonlyMap<string, readonly KnownExchange[]>;

  before(async () => {
    scenarios = Map.groupBy(await loadScript(SAMPLES), (line) => line.scenario);
  });

  /** Returns the means of the attempts of each scenario. */
  function play(model: SimModel, seed: string): readonly (readonly number[])[] {
    const script = [...scenarios.values()].flat();
    const scoreOf = (line: KnownExchange, attempt: number): number => {
      const call = {
        model: '',
        messages: [{ role: 'user', content: line.userMessage }],
        tools: [],
        replies: [],
        schema: undefined,
      };
      const random = randomFrom(seed, line.userMessage, attempt);
      const { content, labels = {} } = model(call, {
        script,
        random,
        perConversation: random,
        repetition: attempt,
      });
      const reply = { text: readText(content), metadata: labels, absent: 'wrong' } as const;
      const expected = { reference_reply: line.reply, reference_metadata: line.labels };
      const weights = { reply: 0.7, metadata: 0.3 };
      const { scores } = scoreReply(reply, expected, { weights, scorers: undefined });
      return scores['overall'] ?? 0;
    };
    return [...scenarios.values()].map((lines) =>
      Array.from({ length: ATTEMPTS }, (_, attempt) => {
        const sum = lines.reduce((total, line) => total + scoreOf(line, attempt), 0);
        return sum / lines.length;
      }),
    );
  }

  type Means = ReturnType<typeof play>;

  function compare(baseline: Means, candidate: Means): RunComparison {
    const pairs = baseline.map((old, at) => ({ baseline: old, candidate: candidate[at] ?? [] }));
    return compareRuns(pairs);
  }

  it('sim/v2 is worse than sim/v1 only in bank-lost-card, and better in telecom and energy', () => {
    const { scenarios: verdicts } = compare(play(simV1, 'old'), play(simV2, 'new'));
    const results = new Map([...scenarios.keys()].map((name, at) => [name, verdicts[at]?.result]));
    const regressed = [...results]
      .filter(([, result]) => result === 'regressed')
      .map(([name]) => name);
    assert.deepEqual(regressed, ['bank-lost-card']);
    const improved = [...results]
      .filter(([, result]) => result === 'improved')
      .map(([name]) => name);
    assert.deepEqual(improved.toSorted(), ['energy-moving-house', 'telecom-fibre-outage']);
  });

  it('sim/v1 compared with itself twenty times reports a regression at most once', () => {
    let alarms = 0;
    for (let repeat = 0; repeat < 20; repeat += 1) {
      const { scenarios: verdicts } = compare(
        play(simV1, `old ${repeat}`),
        play(simV1, `new ${repeat}`),
      );
      if (verdicts.some((verdict) => verdict?.result === 'regressed')) alarms += 1;
    }
    assert.ok(alarms <= 1, `${alarms} alarms`);
  });
});
