import type { GateVerdict, GateWord, RunId } from '@assay/contracts';
import { decideGate } from './decide-gate.ts';
import type { GateData } from './gate-data.ts';

interface Asked {
  readonly gates: readonly string[];
  readonly baselineRunId: RunId | undefined;
}

/** The one verdict on a run: fail where a gate failed, else inconclusive where one is, else pass. */
export function decideGates({ gates, baselineRunId }: Asked, evidence: GateData): GateVerdict {
  const findings = gates.map((gate) => decideGate(gate, evidence));
  const worst = (['fail', 'inconclusive'] satisfies GateWord[]).find((word) =>
    findings.some(({ verdict }) => verdict === word),
  );
  return { verdict: worst ?? 'pass', baseline_run_id: baselineRunId ?? null, gates: findings };
}
