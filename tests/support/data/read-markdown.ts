import { globSync, readFileSync } from 'node:fs';

export interface Document {
  readonly file: string;
  readonly text: string;
}

export function readDocuments(): readonly Document[] {
  return globSync(['*.md', 'docs/**/*.md', 'apps/*/*.md', 'integrations/**/*.md'])
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** Returns the fenced blocks of this language. Blocks marked `sh` can be executed; `console` and others cannot. */
export function codeBlocks(text: string, language: string): readonly string[] {
  const fence = new RegExp(String.raw`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(fence)].map(([, block = '']) => block);
}

/** Returns the links of a document, except those to other hosts. */
export function listLinks(text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** Returns the anchors that a code host generates for the headings. */
export function listAnchors(text: string): ReadonlySet<string> {
  const headings = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the tables of a document; cells have no surrounding backticks. */
export function listTables(text: string): readonly Table[] {
  return [...text.matchAll(/(?:^\|.*\|\n){3,}/gm)].map(([table]) => {
    const [header = [], , ...rows] = table.trim().split('\n').map(cellsOf);
    return { header, rows };
  });
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
}
