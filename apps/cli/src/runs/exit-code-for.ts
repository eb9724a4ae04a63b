import { MIN_COVERAGE, type RunView } from '@assay/contracts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { isFinished } from './finished-run.ts';

/** The exit code of a finished run and the reason for it. */
export interface ExitDecision {
  readonly exitCode: ExitCode;
  /** Empty if the run passed. */
  readonly reason: string;
}

/** The exit code of a finished run. With too few answers the endpoint is at fault, not the model. */
export function exitCodeFor(run: RunView): ExitDecision {
  if (run.state === 'cancelled') return { exitCode: EXIT.service, reason: 'the run was cancelled' };
  if (!isFinished(run)) return { exitCode: EXIT.service, reason: 'the run ended without a result' };
  const { finished } = run.turns;
  const { stats, gate } = run.result;
  const answered = stats['answered']?.mean ?? 1;
  if (answered < MIN_COVERAGE) {
    const reason = `${run.failed_turns} of ${finished} requests failed`;
    return { exitCode: EXIT.target, reason };
  }
  if (gate === undefined || gate.verdict === 'pass') return { exitCode: EXIT.pass, reason: '' };
  const reason = gate.verdict === 'fail' ? 'a gate failed' : 'a gate could not be decided';
  return { exitCode: EXIT.fail, reason };
}
