import assert from 'node:assert/strict';
import { basisIn, oneLine, type Said } from './said.ts';

/** ▼ regressed, by the judge: overall 0.990 → 0.698 */
const HEADLINE = /^\S ([a-z]+(?: [a-z]+)*)(, by [a-z ]+)?: /;

/** The headline that a command printed: the last thing it prints, with indented lines below. */
export function readTerminal(stdout: string): Said {
  const lines = stdout.split('\n');
  const at = lines.findLastIndex((line) => HEADLINE.test(line));
  const [matched, word = '', basis = ''] = HEADLINE.exec(lines[at] ?? '') ?? [];
  assert.ok(matched, `no headline in ${stdout}`);
  const text = oneLine(lines.slice(at).join(' ').slice(matched.length));
  return { word, basis: basisIn(basis), text };
}
