import type { ScorerTurn } from '@fairtrial/contracts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError, EXIT } from '../command/exit-code.ts';

/** The function of a scorer file. What it returns is checked for every turn. */
export type Score = (turn: ScorerTurn) => unknown;

/** Loads the function `score` of a module, or its default export. TypeScript runs without a build. */
export async function loadScore(folder: string, file: string): Promise<Score> {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new CliError(EXIT.usage, `${file}: there is no such file`);
  const module = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(EXIT.usage, `${file} cannot be loaded: ${why}`, { cause });
  });
  const { score, default: fallback } = module as Readonly<Record<string, unknown>>;
  const found = score ?? fallback;
  if (typeof found === 'function') return found as Score;
  const example = 'export function score(turn) { return turn.reply.length < 200 ? 1 : 0; }';
  throw new CliError(EXIT.usage, `${file} exports no function score, for example: ${example}`);
}
