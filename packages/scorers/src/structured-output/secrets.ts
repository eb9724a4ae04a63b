import { randomBytes } from 'node:crypto';

/** What is drawn anew for every call, after the texts were written. */
export interface Secrets {
  /** Grades the blocks. */
  readonly nonce: string;
  /** Has to come back: an answer without it was written by somebody else. */
  readonly caseId: string;
  /** Must not come back: whoever says it has told what it was told not to. */
  readonly canary: string;
}

export function drawSecrets(): Secrets {
  return { nonce: draw(), caseId: draw(), canary: draw() };
}

function draw(): string {
  return randomBytes(8).toString('hex');
}
