/** The parts of documents that follow from the registry of scorers. The other documents need the names that it writes. */
import { scorers } from '@fairtrial/scorers';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeTable } from './write-table.ts';

interface Document {
  readonly file: string;
  readonly text: string;
}

type Row = readonly string[];

export function scoresDocuments(): readonly Document[] {
  return [
    { file: 'packages/contracts/src/shared/scorer-names.ts', text: writeNames() },
    editTable('docs/reference/api.md', '### Scores', writeMeanings),
    editTable('docs/glossary.md', '## Scores and grading', listInGlossary),
  ];
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
    if (meaning === undefined) throw new Error(`the scorer ${name} has no meaning`);
    const at = written.findIndex(([key = '']) => key.split(', ').includes(`\`${name}\``));
    if (at === -1) written.splice(last + 1, 0, [`\`${name}\``, meaning]);
    else written[at] = [written[at]?.[0] ?? '', meaning];
    last = at === -1 ? last + 1 : at;
  }
  return written;
}

function listInGlossary(rows: readonly Row[]): readonly Row[] {
  const names = scorers.map(({ name }) => `\`${name}\``).join(', ');
  const at = rows.findIndex(([term]) => term === 'scorer');
  const [term = '', , example = ''] = rows[at] ?? [];
  return rows.with(at, [term, `The function that computes a score: ${names}.`, example]);
}

/** Changes the rows of the first table below a heading. */
function editTable(
  file: string,
  heading: string,
  edit: (rows: readonly Row[]) => readonly Row[],
): Document {
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf('\n|', text.indexOf(`\n${heading}\n`)) + 1;
  const [table = ''] = /^(?:\|.*\n)+/.exec(text.slice(start)) ?? [];
  const [header = [], , ...rows] = table.trimEnd().split('\n').map(readCells);
  const written = writeTable([header, ...edit(rows)]);
  return { file, text: text.slice(0, start) + written + text.slice(start + table.length) };
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
