import type { Command } from 'commander';
import type { Context } from '../command/command.ts';
import { saveFile } from './save-file.ts';

/** The result for programs: to stdout, or into a file. */
export function addJsonOption(command: Command): void {
  command.option('--json [=file]', 'as JSON, to stdout or into a file');
}

/** Writes where `--json` said; false where it was not asked for, or went into a file and people may read too. */
export async function writeJson(
  { terminal, cwd }: Pick<Context, 'terminal' | 'cwd'>,
  target: unknown,
  value: unknown,
): Promise<boolean> {
  if (typeof target !== 'string') return false;
  const text = escapeControls(JSON.stringify(value, null, 2));
  if (target === '-') {
    terminal.print(text);
    return true;
  }
  await saveFile(cwd, target, [`${text}\n`]);
  return false;
}

/** JSON leaves DEL and the C1 controls as they are, and a terminal would obey them. */
function escapeControls(json: string): string {
  return json.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
