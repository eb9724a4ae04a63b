import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The folders of the packages that an app imports, also through another package. */
export function packagesOf(root: string, app: string): readonly string[] {
  const folders = new Set([app]);
  // The loop also visits what it adds.
  for (const folder of folders) {
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Manifest;
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@fairtrial/'))
        folders.add(`packages/${name.slice('@fairtrial/'.length)}`);
    }
  }
  return [...folders].slice(1);
}
