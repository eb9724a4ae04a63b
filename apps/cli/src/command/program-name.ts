import { basename, relative } from 'node:path';
import { argv, cwd as currentFolder, env } from 'node:process';

interface Start {
  /** The script that Node was started with. */
  readonly script: string | undefined;
  /** The name of the npm script that started it. */
  readonly npmScript: string | undefined;
  readonly cwd: string;
}

/** The command with which the user started this program: `fairtrial`, `npm run -s fairtrial --` or `node dist/fairtrial.mjs`. */
export function programName({ script, npmScript, cwd }: Start): string {
  if (npmScript === 'fairtrial') return 'npm run -s fairtrial --';
  if (script === undefined || basename(script) === 'fairtrial') return 'fairtrial';
  const way = relative(cwd, script);
  const path = way.startsWith('..') ? script : way;
  return `node ${/\s/.test(path) ? `'${path}'` : path}`;
}

/** A command line of `fairtrial` that a hint can show and the user can copy: `npm run -s fairtrial -- doctor`. */
export function callFairtrial(args: string): string {
  const npmScript = env['npm_lifecycle_event'];
  return `${programName({ script: argv[1], npmScript, cwd: currentFolder() })} ${args}`;
}
