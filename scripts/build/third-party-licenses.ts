import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Writes the licences of the installed packages whose modules a bundle contains, and of data that was copied from another
 * project into a folder of its own. `moduleIds` are the paths of the modules.
 */
export async function writeThirdPartyLicenses(
  file: string,
  moduleIds: readonly string[],
): Promise<void> {
  const packages = new Set(moduleIds.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
  const copied = new Set(
    moduleIds.filter((id) => isAbsolute(id) && !PACKAGE.test(id)).map((id) => dirname(id)),
  );
  const notices = await Promise.all([
    ...[...packages].toSorted().map(noticeOf),
    ...[...copied].filter((data) => existsSync(join(data, 'LICENSE'))).map(noticeOfData),
  ]);
  const intro = 'This package contains code of the following packages.\n';
  await writeFile(file, [intro, ...notices].join(`\n${'-'.repeat(80)}\n\n`));
}

/** Name, version and licence of a package, with the text of its licence files if it has any. */
async function noticeOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license } = manifest;
  const files = globSync('{LICENSE,LICENCE,COPYING,NOTICE,license,licence}*', { cwd: folder });
  if (files.length === 0 && license === undefined) throw new Error(`${name} names no licence`);
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(join(folder, file), 'utf8')),
  );
  return [`${name} ${version} (${license ?? 'see below'})\n`, ...texts].join('\n');
}

async function noticeOfData(folder: string): Promise<string> {
  return `${basename(folder)}\n\n${await readFile(join(folder, 'LICENSE'), 'utf8')}`;
}
