import type { Quote } from './verify-quotes.ts';

/** A check in words, which a model judges. */
export interface CheckToJudge {
  readonly id: string;
  /** `text`: the assistant must do this; `never`: it must not. */
  readonly kind: 'text' | 'never';
  readonly text: string;
}

interface Explained {
  readonly id: string;
  /** The quotes of the judge, also if they are not genuine. */
  readonly evidence: readonly Quote[];
  /** Of the judge; for `untrusted` and `unreadable` it begins with what is wrong with the answer. */
  readonly reason: string;
}

interface Met extends Explained {
  readonly verdict: 'met';
  readonly passed: true;
}

interface NotMet extends Explained {
  readonly verdict: 'not_met';
  readonly passed: false;
}

/** The check neither fails nor counts. */
interface NotApplicable extends Explained {
  readonly verdict: 'not_applicable';
  readonly passed: undefined;
}

interface Unknown extends Explained {
  /** `untrusted`: the evidence is missing or invented; `unreadable`: the answer has no valid verdict. */
  readonly verdict: 'cannot_tell' | 'untrusted' | 'unreadable';
  readonly passed: null;
}

/** The verdict on one check. `met` of a `never` check means that the forbidden thing did not happen. */
export type JudgedCheck = Met | NotMet | NotApplicable | Unknown;
export type CheckVerdict = JudgedCheck['verdict'];

/** Returns the check with a verdict and the value of `passed` that belongs to it. */
export function withVerdict(verdict: CheckVerdict, explained: Explained): JudgedCheck {
  if (verdict === 'met') return { ...explained, verdict, passed: true };
  if (verdict === 'not_met') return { ...explained, verdict, passed: false };
  if (verdict === 'not_applicable') return { ...explained, verdict, passed: undefined };
  return { ...explained, verdict, passed: null };
}
