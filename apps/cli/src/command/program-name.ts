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

/** Like `callFairtrial`, for a line of its own: with the server that the command line names, which the next command needs too. */
export function callNext(args: string): string {
  const server = namedServer(argv);
  return `${callFairtrial(args)}${server === undefined ? '' : ` \\\n  --server ${server}`}`;
}

/** The server in a command line; `undefined` if a shell could read more than an address in it. */
export function namedServer(args: readonly string[]): string | undefined {
  const at = args.findIndex((one) => one === '--server' || one.startsWith('--server='));
  const value = args[at]?.split('=')[1] ?? args[at + 1];
  return at >= 0 && /^[\w.:/[\]-]+$/.test(value ?? '') ? value : undefined;
}

/** Replaces `fairtrial …` in a text of the service with the command that works here. */
export function callableHere(text: string): string {
  return text.replaceAll('`fairtrial ', `\`${callFairtrial('')}`);
}
