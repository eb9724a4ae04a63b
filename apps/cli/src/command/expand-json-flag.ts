/**
 * Expands `--json`, whose file is optional: the next word is its file only if it ends in .json or is `-`, so that
 * `fairtrial show --json latest` prints the newest run.
 */
export function expandJsonFlag(args: readonly string[]): readonly string[] {
  const expanded: string[] = [];
  for (const [index, arg] of args.entries()) {
    const next = args[index + 1];
    if (arg === '--json') expanded.push(`--json=${isTarget(next) ? next : '-'}`);
    else if (args[index - 1] !== '--json' || !isTarget(arg)) expanded.push(arg);
  }
  return expanded;
}

function isTarget(word: string | undefined): word is string {
  return word === '-' || word?.endsWith('.json') === true;
}
