import { createHash } from 'node:crypto';

const MAX_LENGTH = 64;
const HASH_LENGTH = 8;

/**
 * The names under which models know the tools of a server, in the order of the names that the server gives them. OpenAI
 * accepts letters, digits, `_` and `-`, at most 64 of them. If two tools would have the same name, it belongs to the
 * tool that is really called so; the others end in a hash of their own name.
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
