import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/**
 * The names under which models call the tools of a server, in the order of `tools`. OpenAI accepts at most 64 letters,
 * digits, `_` and `-`. If two tools map to the same name, the tool with exactly that name keeps it; the others get a
 * hash of their own name as suffix.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const exact = tools.map((tool) => `${server}__${tool}`);
  const accepted = Map.groupBy(exact, toAccepted);
  return exact.map((name) => {
    const plain = toAccepted(name);
    const isShared = (accepted.get(plain)?.length ?? 0) > 1;
    return isShared && name !== plain ? withHash(plain, name) : plain;
  });
}

function toAccepted(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_LENGTH);
}

function withHash(plain: string, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${plain.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
