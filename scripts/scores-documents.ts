/**
 * The parts of documents that follow from the scorers and the types of checks. The other documents need the names that it
 * writes.
 */
import { CHECK_TYPES } from '@fairtrial/contracts';
import { scorers } from '@fairtrial/scorers';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeTable } from './write-table.ts';

interface Document {
  readonly file: string;
  readonly text: string;
}

type Row = readonly string[];
type Edit = (rows: readonly Row[]) => readonly Row[];

const SCORER_LIST = scorers.map(({ name }) => code(name)).join(', ');
const [, , ...CODE_CHECKS] = CHECK_TYPES.map(code);
const CODE_CHECK_LIST = `${CODE_CHECKS.slice(0, -1).join(', ')} or ${CODE_CHECKS.at(-1)}`;

export function scoresDocuments(): readonly Document[] {
  return [
    { file: 'packages/contracts/src/shared/scorer-names.ts', text: writeNames() },
    editTables('docs/reference/api.md', {
      'Fields of an interaction:': (rows) =>
        listNames(rows, {
          key: '`checks`',
          from: '`never`, ',
          names: CODE_CHECKS.join(', '),
          to: ', see',
        }),
      '### Scores': writeMeanings,
    }),
    editTables('docs/glossary.md', {
      '## Tests': (rows) =>
        listNames(rows, { key: 'check type', from: 'by code: ', names: CODE_CHECK_LIST, to: '.' }),
      '## Scores and grading': (rows) =>
        listNames(rows, { key: 'scorer', from: 'score: ', names: SCORER_LIST, to: '.' }),
    }),
  ];
}

function code(name: string): string {
  return `\`${name}\``;
}

function writeNames(): string {
  const names = scorers.map(({ name }) => `  '${name}',\n`).join('');
  return `/**
 * In the order in which results show them. Written by "npm run generate" from the registry of packages/scorers, which this
 * package may not import.
 */
export const SCORER_NAMES = [\n${names}] as const;\n`;
}

/** A scorer without a row gets one below the scorer before it; rows of other keys stay. */
function writeMeanings(rows: readonly Row[]): readonly Row[] {
  const written = [...rows];
  let last = -1;
  for (const { name, meaning } of scorers) {
    const at = written.findIndex(([key = '']) => key.split(', ').includes(code(name)));
    if (at === -1) written.splice(last + 1, 0, [code(name), meaning]);
    else written[at] = [written[at]?.[0] ?? '', meaning];
    last = at === -1 ? last + 1 : at;
  }
  return written;
}

/** Writes names into the second cell of the row with this key, between two texts that the cell has. */
function listNames(
  rows: readonly Row[],
  { key, from, names, to }: Readonly<Record<'key' | 'from' | 'names' | 'to', string>>,
): readonly Row[] {
  return rows.map(([first = '', cell = '', ...others]) => {
    if (first !== key) return [first, cell, ...others];
    const start = cell.indexOf(from) + from.length;
    return [first, cell.slice(0, start) + names + cell.slice(cell.indexOf(to, start)), ...others];
  });
}

/** Changes the rows of the first table below each of these lines. */
function editTables(file: string, edits: Readonly<Record<string, Edit>>): Document {
  let text = readFileSync(file, 'utf8');
  for (const [line, edit] of Object.entries(edits)) {
    const start = text.indexOf('\n|', text.indexOf(`\n${line}\n`)) + 1;
    const [table = ''] = /^(?:\|.*\n)+/.exec(text.slice(start)) ?? [];
    const [header = [], , ...rows] = table.trimEnd().split('\n').map(readCells);
    const written = writeTable([header, ...edit(rows)]);
    text = text.slice(0, start) + written + text.slice(start + table.length);
  }
  return { file, text };
}

function readCells(line: string): Row {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

if (import.meta.main) {
  for (const { file, text } of scoresDocuments()) {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
