import type {
  ExcludedReason,
  SimulatedUser,
  UserFaultKind,
  UserResult,
} from '@fairtrial/contracts';
import { DEFAULT_USER_TURNS } from '@fairtrial/contracts/plain';
import { formatMany } from './numbers.ts';
import { formatReason } from './quote-words.ts';
import { formatStatus, type StatusLabel, type Tone } from './verdict.ts';

const FAULT_LABELS: Readonly<Record<UserFaultKind, string>> = {
  forgot_fact: 'forgot a fact',
  changed_goal: 'changed its goal',
  left_persona: 'left its persona',
  ended_early: 'ended too early',
  talked_into: 'was talked out of its goal',
  looped: 'looped',
  leaked_goal: 'leaked its goal',
};

/** forgot a fact: a kind of fault of a simulated user. Another version of the service can know more kinds. */
export function faultLabel(kind: string): string {
  const labels: Readonly<Record<string, string>> = FAULT_LABELS;
  return labels[kind] ?? kind.replaceAll('_', ' ');
}

const END_LABELS: Readonly<Record<UserResult['ended_by'], string>> = {
  user: 'ended by the user',
  max_turns: 'ended at the maximum number of turns',
  request_failed: 'ended by a failed request',
  user_failed: 'ended because the model of the user gave no message',
};

/** ended by the user */
export function endLabel(endedBy: UserResult['ended_by']): string {
  return END_LABELS[endedBy];
}

const EXCLUDED_LABELS: Readonly<Record<ExcludedReason, string>> = {
  user_fault: 'the simulated user spoiled the conversation',
  user_failed: 'the model of the user gave no message',
};

/** the simulated user spoiled the conversation: why an attempt does not count. */
export function excludedLabel(reason: ExcludedReason): string {
  return EXCLUDED_LABELS[reason];
}

const REACHED: StatusLabel = { label: 'goal reached', glyph: '✓', tone: 'ok' };
const NOT_REACHED: StatusLabel = { label: 'goal not reached', glyph: '✗', tone: 'bad' };
const NOT_DECIDED: StatusLabel = { label: 'goal not decided', glyph: '?', tone: 'warn' };
const EXCLUDED: StatusLabel = { label: 'does not count', glyph: '–', tone: 'warn' };

/** An excluded attempt has neither reached nor missed its goal. */
export function goalStatus({
  goal_reached: isReached,
  excluded,
}: Pick<UserResult, 'goal_reached' | 'excluded'>): StatusLabel {
  if (excluded !== null) return EXCLUDED;
  if (isReached === null) return NOT_DECIDED;
  return isReached ? REACHED : NOT_REACHED;
}

/** A sentence about a conversation with a simulated user. It can quote model output, which is untrusted. */
export interface UserFinding {
  readonly text: string;
  readonly tone: Tone;
}

/** Explains the result of a conversation with a simulated user, the goal first. Every surface shows the same sentences. */
export function explainUser(user: UserResult): readonly UserFinding[] {
  const { audit, ended_by: endedBy, end_reason: endReason, turns, replays } = user;
  const end = `${endLabel(endedBy)} after ${formatMany(turns, 'turn')}`;
  return [
    explainGoal(user),
    { text: joinReason(end, endReason ?? ''), tone: 'plain' },
    ...(audit?.faults ?? []).map(({ kind, reason, evidence }): UserFinding => {
      const fault = `fault of the simulated user: ${faultLabel(kind)}`;
      return { text: joinReason(fault, formatReason(reason, evidence)), tone: 'warn' };
    }),
    ...(replays === 0
      ? []
      : [
          {
            text: `${countReplays(replays)} because of a fault of the simulated user`,
            tone: 'plain' as const,
          },
        ]),
  ];
}

function explainGoal(user: UserResult): UserFinding {
  const { audit, excluded, turns_to_goal: turns } = user;
  const status = goalStatus(user);
  const found = audit?.goal;
  const after = turns === null ? '' : ` after ${formatMany(turns, 'turn')}`;
  const why =
    excluded === null
      ? found
        ? formatReason(found.reason, found.evidence)
        : (audit?.failure ?? 'the conversation was not audited')
      : excludedLabel(excluded);
  return { text: joinReason(`${formatStatus(status)}${after}`, why), tone: status.tone };
}

function joinReason(text: string, reason: string): string {
  return reason === '' ? text : `${text}: ${reason}`;
}

function countReplays(replays: number): string {
  return replays === 1 ? 'played again' : `played again ${formatMany(replays, 'time')}`;
}

/** What a simulated user was told, by label. The texts are untrusted. */
export function describeUser({
  goal,
  persona,
  facts,
  max_turns: maxTurns,
}: SimulatedUser): readonly { readonly label: string; readonly text: string }[] {
  const known = Object.entries(facts ?? {}).map(([name, fact]) => `${name}: ${fact}`);
  return [
    { label: 'Goal', text: goal },
    ...(persona ? [{ label: 'Persona', text: persona }] : []),
    ...(known.length > 0 ? [{ label: 'Facts', text: known.join('\n') }] : []),
    { label: 'Messages', text: `at most ${maxTurns ?? DEFAULT_USER_TURNS}` },
  ];
}
