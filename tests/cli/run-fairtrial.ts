import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface FairtrialOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with everything written to stderr as it arrives. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the command in a pipe, with only PATH from the environment. */
export async function runFairtrial(
  args: readonly string[],
  { cwd = ROOT, env = {}, onStderr }: FairtrialOptions = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [FAIRTRIAL, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onStderr?.(stderr, child);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Returns the id that `fairtrial run` prints first. */
export function runIdIn({ stderr }: Pick<Ended, 'stderr'>): string {
  const [, id] = /^Run ([0-9a-f-]{36})$/m.exec(stderr) ?? [];
  if (id === undefined) throw new Error(`no run in ${stderr}`);
  return id;
}

/** The built command under the name that it has when installed; its hints then call it `fairtrial`. */
export const FAIRTRIAL = installFairtrial();

function installFairtrial(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtrial-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'fairtrial.mjs');
  copyFileSync(join(ROOT, 'dist/fairtrial.mjs'), file); // outside of the checkout, where users have it
  const link = join(folder, 'fairtrial');
  symlinkSync(file, link);
  return link;
}
