import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface RepoCopy extends AsyncDisposable {
  readonly folder: string;
}

/** Copies the files tracked by git, the build, and a link to the installed packages. */
export async function copyRepo(): Promise<RepoCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-repo-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  // File by file: the folders also contain files that concurrent tests write and remove.
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyFile(join(ROOT, file), join(folder, file));
  }
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The environment of a shell, without the variables of the test runner. */
export function shellEnv(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const bin = join(ROOT, 'node_modules', '.bin');
  return { ...env, PATH: `${bin}:${dirname(process.execPath)}:${env['PATH']}`, ...changes };
}
