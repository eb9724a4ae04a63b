import type { RunView } from '@assay/contracts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { isFinished } from './finished-run.ts';

export interface Judgement {
  readonly exitCode: ExitCode;
  /** Empty where all is well. */
  readonly reason: string;
}

/** Below this share of answers the service decides nothing about the model, and neither do we. */
const LEAST_ANSWERED = 0.95;

/** What the shell is told of a run that is over. A dead endpoint is never a bad model. */
export function exitCodeFor(run: RunView): Judgement {
  if (run.state === 'cancelled') return { exitCode: EXIT.service, reason: 'the run was cancelled' };
  if (!isFinished(run)) return { exitCode: EXIT.service, reason: 'the run ended without a result' };
  const { finished } = run.turns;
  const { stats, gate } = run.result;
  const answered = stats['answered']?.mean ?? 1;
  if (answered < LEAST_ANSWERED) {
    const reason = `${run.failed_turns} of ${finished} requests failed`;
    return { exitCode: EXIT.target, reason };
  }
  if (gate === undefined || gate.verdict === 'pass') return { exitCode: EXIT.pass, reason: '' };
  const words = gate.verdict === 'fail' ? 'a gate failed' : 'a gate could not be decided';
  return { exitCode: EXIT.fail, reason: words };
}
