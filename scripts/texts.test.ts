/**
 * Prints every text that users see into scripts/texts/texts.txt, so that a reviewer can read them in one file:
 * error messages and other output, `--help`, and the labels of the console.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { env } from 'node:process';
import { test } from 'node:test';
import { collectLabels } from './texts/console-texts.ts';
import { collectHelp } from './texts/help-texts.ts';
import { collectMessages, type Text } from './texts/message-texts.ts';

const FILE = new URL('texts/texts.txt', import.meta.url);
const UPDATE = 'UPDATE_SNAPSHOTS=1 node --test scripts/texts.test.ts';
const MAX_LINES = 2_800;

const messages = collectMessages();
const labels = collectLabels();

test(`every text of apps and packages that users see is in scripts/texts/texts.txt`, async () => {
  const sections = [
    `Written by "${UPDATE}". {…} stands for a value, ⏎ for a line break, | between short texts.`,
    '',
    '## Errors: the code or the class, then the message',
    ...printGroups(messages.errors),
    '',
    '## Other messages, and the parts that messages are built from',
    ...printGroups(messages.others),
    '',
    '## Help',
    ...(await collectHelp()).map((line) => (line.startsWith('###') ? line : `- ${line}`)),
    '',
    '## Console',
    ...printGroups(labels),
  ];
  const text = `${sections.join('\n')}\n`;
  if (env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(FILE, text);
  const stored = readFileSync(FILE, 'utf8');
  assert.equal(
    text,
    stored,
    `a text changed: run "${UPDATE}" and read the difference of texts.txt`,
  );
  assert.ok(text.split('\n').length < MAX_LINES, 'the file is too long to be read');
});

test('every place that creates an error is in the file, with its text or as computed', () => {
  const sites = [...messages.errorSites.values()].reduce((sum, count) => sum + count, 0);
  assert.ok((messages.errorSites.get('AppError') ?? 0) > 80);
  assert.ok((messages.errorSites.get('CliError') ?? 0) > 30);
  assert.ok(messages.errors.length >= sites, `${messages.errors.length} texts of ${sites} errors`);
  assert.deepEqual(
    messages.errors.filter(({ line }) => /: *$/.test(line)),
    [],
  );
});

test('known texts of each kind are found', async () => {
  const help = await collectHelp();
  const found = (texts: readonly Text[], part: string): boolean =>
    texts.some(({ line }) => line.includes(part));
  assert.ok(found(messages.errors, 'run_not_found: '), 'an AppError');
  assert.ok(found(messages.errors, 'usage: '), 'a CliError');
  assert.ok(found(messages.errors, 'timeout: '), 'an EgressError');
  assert.ok(found(messages.others, 'must be a JSON Pointer, '), 'a message of a Zod schema');
  assert.ok(
    found(messages.others, 'must be a port number from 0 to 65535'),
    'a message of the environment',
  );
  assert.ok(found(messages.others, 'the answer is empty'), 'the error of a failed turn');
  assert.ok(found(messages.others, 'accepting connections'), 'a message of the log');
  assert.ok(
    help.some((line) => line.startsWith('--gate <expr>: ')),
    'an option',
  );
  assert.ok(help.includes('### fairtrial record'), 'a command');
  assert.ok(found(labels, 'Skip to content'), 'the text of an element');
  assert.ok(found(labels, 'Pin as baseline'), 'a text in an attribute');
  assert.ok(found(labels, 'user_message is missing'), 'a text in a function');
});

/** One heading for each folder and one line for each text, in alphabetical order; a text of several folders is printed once. */
function printGroups(texts: readonly Text[]): readonly string[] {
  const printed = new Set<string>();
  const groups = [...Map.groupBy(texts, ({ group }) => group)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return groups.flatMap(([group, inGroup]) => {
    const lines = new Set(inGroup.map(({ line }) => line)).difference(printed);
    for (const line of lines) printed.add(line);
    const sorted = [...lines].toSorted();
    const long = sorted.filter((line) => !isShort(line)).map((line) => `- ${line}`);
    return lines.size === 0 ? [] : [`### ${group}`, ...long, ...joinShort(sorted.filter(isShort))];
  });
}

/** True for labels, which are printed several to a line to keep the file short. */
function isShort(line: string): boolean {
  return line.length <= 30 && line.split(' ').length <= 3 && !line.includes(': ');
}

function joinShort(texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const label of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + label.length > 110) lines.push(`- ${label}`);
    else lines[lines.length - 1] = `${last} | ${label}`;
  }
  return lines;
}
