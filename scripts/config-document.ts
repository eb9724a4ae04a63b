import { readFile } from 'node:fs/promises';

const INTRODUCTION = `# Configuration

<!-- Written by "npm run generate" from .env.example. -->

The services read environment variables and the file \`.env\` in their working directory. [.env.example](../../.env.example) is a
template for it. An empty value counts as absent.

- A service with an invalid configuration does not start. It reports all errors at once.
- A variable that nearly has the name of another is logged as a warning at start, with the name that was likely meant.
- The console shows the configuration of the evaluation service under Settings, without secrets.
- The configuration file of the command line is described [there](cli.md#configuration).`;

/** JSON, and placeholders: `<key>`, `NAME_OF_A_VARIABLE`. */
const CODE = /\[?\{.*\}\]?/;
const PLACEHOLDER = /[\w:]*=?<\w+>(?:\/<\w+>)?|(?<!")\b[A-Z]+_[A-Z_*]+(?!")/g;

/** One list per section of .env.example. */
export async function configDocument(): Promise<{ readonly file: string; readonly text: string }> {
  const example = await readFile('.env.example', 'utf8');
  const [, ...parts] = example.split(/^## /m);
  const text = [INTRODUCTION, ...parts.map(writePart)].join('\n\n');
  return { file: 'docs/reference/config.md', text: `${text}\n` };
}

/** A comment belongs to the variables that follow it. */
function writePart(part: string): string {
  const [title = '', ...lines] = part.trim().split('\n');
  const items: { names: string[]; words: string[] }[] = [];
  for (const line of lines) {
    const last = items.at(-1);
    const isComment = line.startsWith('#');
    const text = line.replace(/^# ?/, '');
    if (line === '') items.push({ names: [], words: [] });
    else if (isComment && last && last.names.length === 0) last.words.push(text);
    else if (isComment) items.push({ names: [], words: [text] });
    else last?.names.push(`\`${line.replace(/=$/, '')}\``);
  }
  const list = items.map(writeItem).filter((item) => item !== '');
  return `## ${title}\n\n${list.join('\n')}`;
}

function writeItem({
  names,
  words,
}: {
  names: readonly string[];
  words: readonly string[];
}): string {
  const meaning = words.join(' ').replace(CODE, '`$&`').replaceAll(PLACEHOLDER, '`$&`');
  return names.length === 0 ? meaning : `- ${names.join(', ')}: ${meaning}`;
}
