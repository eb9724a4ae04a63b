import { basename, relative } from 'node:path';

interface Start {
  /** The script that Node was started with. */
  readonly script: string | undefined;
  /** The name of the npm script that started it. */
  readonly npmScript: string | undefined;
  readonly cwd: string;
}

/** What has to be typed to start this command again: `assay`, `npm run assay --` or `node dist/assay.mjs`. */
export function programName({ script, npmScript, cwd }: Start): string {
  if (npmScript === 'assay') return 'npm run assay --';
  if (script === undefined || basename(script) === 'assay') return 'assay';
  const way = relative(cwd, script);
  const path = way.startsWith('..') ? script : way;
  return `node ${/\s/.test(path) ? `'${path}'` : path}`;
}
