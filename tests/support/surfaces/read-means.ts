import assert from 'node:assert/strict';
import { NONE } from '@fairtrial/format';

/** Returns the mean of all scenarios in the table that `fairtrial run` and `fairtrial show` print; `–` if there is none. */
export function meanInTerminal(stdout: string): string {
  const [, mean] = /^All \([^)]*\)\s+(\S+)/m.exec(stdout) ?? [];
  assert.ok(mean, `no row for all scenarios in ${stdout}`);
  return mean;
}

/** Returns the mean in a Markdown report, whose first column is `overall` if it was scored. */
export function meanInMarkdown(markdown: string): string {
  if (!/^\| Scenario \| ` overall ` \|/m.test(markdown)) return NONE;
  const [, mean] = /^\| \*\*all\*\* \| (\S+)/m.exec(markdown) ?? [];
  assert.ok(mean, 'the report has no row for all scenarios');
  return mean;
}

/** Returns the mean in an HTML report. */
export function meanInHtml(page: string): string {
  const [, mean] = /<h2>Overall<\/h2>\s*<div class="figure[^"]*">([^<]*)<\/div>/.exec(page) ?? [];
  assert.ok(mean, 'the report has no tile with the mean');
  return mean;
}
