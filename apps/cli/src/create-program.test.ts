import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expandJsonFlag } from './create-program.ts';

it('--json takes the .json file that follows it, or prints to stdout without one', () => {
  const cases = [
    ['run a.json --json out.json', 'run a.json --json=out.json'],
    ['run a.json --json=out.json', 'run a.json --json=out.json'],
    ['run a.json --json --quiet', 'run a.json --json=- --quiet'],
    ['show --json latest', 'show --json=- latest'],
    ['runs --json', 'runs --json=-'],
    ['runs --json - --limit 3', 'runs --json=- --limit 3'],
  ] as const;
  for (const [given, expected] of cases) {
    assert.equal(expandJsonFlag(given.split(' ')).join(' '), expected);
  }
});
