import type { GateFinding, Headline } from '@assay/contracts';
import { formatDuration, formatHeadline } from '@assay/format';
import type { PlannedInteraction, RunPlan } from '../db/runs/run.ts';
import type { Turn } from '../db/turns/turn.ts';
import { areChecksGated } from '../runs/headline/are-checks-gated.ts';
import { requiredChecks } from '../runs/scoring/score-answer.ts';
import { cutText } from './format.ts';
import { attributes, xmlText } from './xml.ts';

/** Why a test case did not pass. `failure`: the model. `error`: any other cause. `skipped`: it does not count. */
export interface CaseFault {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text?: string;
}

/** A report agrees with the headline: exit code 1 has a failure, 3 and 4 have an error, 0 has neither. */
export interface FaultRules {
  readonly headline: Headline;
  /** A failed required check is a failure. */
  readonly areChecksRequired: boolean;
  /** A failed request is an error, because the headline is that too many requests failed. */
  readonly areRequestsErrors: boolean;
}

export function faultRules(headline: Headline, { gates }: Pick<RunPlan, 'gates'>): FaultRules {
  return {
    headline,
    areChecksRequired: headline.exit_code !== 0 && !areChecksGated(gates),
    areRequestsErrors: headline.result === 'requests_failed',
  };
}

/** `undefined` if the headline passes. */
export function headlineFault(headline: Headline): CaseFault | undefined {
  const { exit_code: code, result, why, next } = headline;
  if (code === 0) return undefined;
  const text = [why, ...(next === null ? [] : [`Next: ${next}`])].join('\n');
  const message = formatHeadline(headline);
  return { kind: code === 1 ? 'failure' : 'error', type: result, message, text };
}

/** A failed gate is a failure, an undecided one is skipped: the headline says what that means for the run. */
export function gateFault({ verdict, sentence }: GateFinding): CaseFault | undefined {
  if (verdict === 'pass') return undefined;
  return { kind: verdict === 'fail' ? 'failure' : 'skipped', type: verdict, message: sentence };
}

export function turnFault(
  turn: Turn,
  interaction: Pick<PlannedInteraction, 'checks'>,
  { areChecksRequired, areRequestsErrors }: FaultRules,
): CaseFault | undefined {
  if (turn.outcome === 'endpoint_failed') {
    return { kind: areRequestsErrors ? 'error' : 'skipped', ...describeError(turn) };
  }
  const failed = requiredChecks(interaction, turn.checks).filter(({ passed }) => !passed);
  if (!areChecksRequired || failed.length === 0) return undefined;
  const lines = failed.map(({ type, detail }) => `${type}: ${detail}`);
  return { kind: 'failure', type: 'check', message: lines[0] ?? '', text: lines.join('\n') };
}

function describeError({ error }: Turn): Omit<CaseFault, 'kind'> {
  const facts = error
    ? `status ${error.status ?? 'none'}, ${error.tries} tries, ${formatDuration(error.elapsed_ms)}`
    : '';
  const message = error?.message ?? 'Request failed';
  return { type: error?.kind ?? 'unknown', message, text: facts };
}

const MAX_MESSAGE_LENGTH = 10_000;

/** The XML element of a fault; empty if the test case passed. */
export function writeFault(fault: CaseFault | undefined): string {
  if (fault === undefined) return '';
  const { kind, type, text = '' } = fault;
  const message = cutText(fault.message, MAX_MESSAGE_LENGTH);
  // Readers do not support a type or a text of skipped test cases.
  if (kind === 'skipped') return `<skipped${attributes({ message })}/>\n`;
  return `<${kind}${attributes({ type, message })}>${xmlText(text)}</${kind}>\n`;
}
