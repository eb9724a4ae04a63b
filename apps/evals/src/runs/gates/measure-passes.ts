import { describeRunPasses, overScenarios, passHatK, type Passes } from '@assay/statistics';
import { countPasses } from '../summary/passes.ts';
import type { GateData } from './gate-data.ts';
import type { Measurement } from './measurement.ts';

const UNKNOWN: Measurement = {
  state: 'unmeasured',
  why: 'whether an attempt passed takes a pass_threshold or checks, and this run has neither',
};

/** `pass_rate`: how often attempts pass, with Wilson's interval. */
export function measurePassRate(scenarios: readonly number[], evidence: GateData): Measurement {
  const passes = describeRunPasses(passesOf(scenarios, evidence));
  if (passes === undefined) return UNKNOWN;
  const { pass_rate: value, ci95: interval } = passes;
  return { state: 'measured', value, interval, isFact: false };
}

/** `pass^k`, as counted: with an interval 45 passes of 45 would not do for `pass^5 >= 0.85`. */
export function measurePassHat(k: number | undefined, evidence: GateData): Measurement {
  const { plan } = evidence.run;
  const passes = passesOf([...plan.scenarios.keys()], evidence);
  if (passes.every(({ attempts }) => attempts === 0)) return UNKNOWN;
  const asked = k ?? plan.attempts;
  const value = overScenarios(passes, passHatK, asked);
  return value === undefined
    ? { state: 'unmeasured', why: `no scenario has ${asked} attempts of which it is known` }
    : { state: 'measured', value, interval: undefined, isFact: true };
}

function passesOf(scenarios: readonly number[], { whole }: GateData): readonly Passes[] {
  return scenarios.map((scenario) => countPasses(whole.passes(scenario)));
}
