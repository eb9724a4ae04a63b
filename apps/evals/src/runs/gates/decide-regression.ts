import type { Comparison, GateFinding, GateWord } from '@assay/contracts';
import type { GateData } from './gate-data.ts';

/** `no regression`: whether a scenario is worse than in the baseline. */
export function decideRegression(
  gate: string,
  { compared }: GateData,
  doubt: string | undefined,
): GateFinding {
  const found = compared && regressedIn(compared.comparison);
  const open = { gate, interval: null, limit: 0, value: found?.length ?? null };
  if (compared === undefined || found === undefined) {
    const why = 'the baseline is not there any more, or goes on';
    return { ...open, verdict: 'inconclusive', sentence: `Nothing to decide on: ${why}.` };
  }
  if (doubt !== undefined) {
    return { ...open, verdict: 'inconclusive', sentence: `It stays open: ${doubt}.` };
  }
  if (found.length > 0) {
    const names = found.map(({ name, delta }) => `${name} (${delta})`).join(', ');
    return { ...open, verdict: 'fail', sentence: `Worse than in the baseline: ${names}.` };
  }
  const [verdict, sentence] = withoutAny(compared.comparison);
  return { ...open, verdict, sentence };
}

function regressedIn({ scenarios }: Comparison): readonly { name: string; delta: number }[] {
  return scenarios.flatMap(({ name, verdict }) =>
    verdict?.result === 'regressed' ? [{ name, delta: verdict.delta }] : [],
  );
}

/** No scenario is worse by itself; that may still mean that none could be looked at. */
function withoutAny(comparison: Comparison): readonly [GateWord, string] {
  const { scenarios, on_this_suite: suite, in_general: general } = comparison;
  const judged = scenarios.filter(({ verdict }) => verdict !== null).length;
  if (suite?.result === 'regressed') {
    return [
      'inconclusive',
      `All scenarios together are worse (${suite.delta}), but none by itself.`,
    ];
  }
  if (judged > 0) return ['pass', `None of ${judged} scenarios is worse than in the baseline.`];
  if (general === null) {
    return ['inconclusive', 'With one attempt a side no scenario can be compared; run more.'];
  }
  const words = {
    regressed: ['fail', `Scenarios like these are worse (${general.delta}).`],
    improved: ['pass', `Scenarios like these are better (${general.delta}).`],
    same: ['pass', `Scenarios like these are the same (${general.delta}).`],
    inconclusive: [
      'inconclusive',
      'With one attempt a side no scenario can be compared, and all of them together do not settle it.',
    ],
  } as const;
  return words[general.result];
}
