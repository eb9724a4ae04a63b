import { createHash } from 'node:crypto';
import { STRATEGIES, type OutputSchema } from './strategies.ts';
import { writePrompt, type Part } from './structured-prompt.ts';

/** The same in every digest, because real secrets differ in every call. */
const NO_SECRETS = { nonce: 'nonce', caseId: 'case', canary: 'canary' };

const DIGEST_LENGTH = 16;

/**
 * Digest of everything that a prompt says in every case: our instructions, the fields of the answer, and the given
 * parts. An answer to a prompt with another digest answers another question.
 */
export function digestPrompt(schema: OutputSchema<unknown>, parts: readonly Part[]): string {
  const prompts = STRATEGIES.map((strategy) =>
    writePrompt({ schema, parts, secrets: NO_SECRETS, repair: undefined }, strategy),
  );
  return createHash('sha256').update(JSON.stringify(prompts)).digest('hex').slice(0, DIGEST_LENGTH);
}
