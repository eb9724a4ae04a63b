import { readFile } from 'node:fs/promises';

const INTRODUCTION = `# Configuration

<!-- Written by "npm run reference" from .env.example. -->

The services read environment variables, and a file \`.env\` in the folder they are started in, which
[.env.example](../../.env.example) is the pattern of. An empty value counts as absent. A service whose configuration is wrong does
not start, and says all that is wrong with it at once. Variables that look like ours and that no service reads are a warning in
the log at the start, with the name that was probably meant. The file of the command is described [with the command](cli.md#configuration);
what the evaluation service was told can be seen in the console under Settings, without the secrets.`;

/** JSON, and what stands for something else: `<key>`, `NAME_OF_A_VARIABLE`. */
const CODE = /\[?\{.*\}\]?/;
const PLACEHOLDER = /[\w:]*=?<\w+>(?:\/<\w+>)?|(?<!")\b[A-Z]+_[A-Z_*]+(?!")/g;

/** What is written of the variables: one list for each part of .env.example. */
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
