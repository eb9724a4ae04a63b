import { CHUNK_PATHS, REPLY_SHAPES } from '@assay/models';
import { writeTable } from './write-table.ts';

const INTRODUCTION = `# Replies that can be read

<!-- Written by "npm run reference" from REPLY_SHAPES and CHUNK_PATHS. -->

An endpoint may answer with plain text, or with JSON in one of these shapes, whatever type it says that it sends. They are tried in this order: a shape that only one
interface has is never taken for a general one. An answer with an \`error\`, with \`success: false\` or with \`status: "error"\` is a failed
request, whatever else it holds.

If no shape fits, or two texts could be the reply, the turn fails with \`bad_response\`: raw JSON is never scored. The message names the
keys of the answer and proposes a place for \`target.reply\`, a JSON Pointer to the reply, which is then read instead of these shapes.
\`POST /test-call\` tells the same before a run (\`proposed_reply\`).
`;

const STREAMS = `## Streams

Whole replies are asked for. An endpoint that answers with an event stream (\`text/event-stream\`) or with JSON lines
(\`application/x-ndjson\`) is read too: OpenAI's chunks (\`choices[0].delta\`) as the completion they make, with its tool calls and
usage; events of plain text joined; otherwise the pieces at the first of these places that has text. Text that is repeated, so far or
at the end, counts once. Thinking, tool calls and status events are left out. At most 20,000 events.
`;

/** The table of the shapes in which a reply is read. */
export function repliesDocument(): { readonly file: string; readonly text: string } {
  const shapes = REPLY_SHAPES.map(({ name, path, how, examples: [example] }) => [
    name,
    path === '' ? 'the answer itself' : `\`${path}\``,
    how,
    `\`${JSON.stringify(example)}\``,
  ]);
  const byName = Map.groupBy(CHUNK_PATHS, ({ name }) => name);
  const chunks = [...byName].map(([name, paths]) => [
    name,
    paths.map(({ path }) => `\`${path}\``).join(', '),
  ]);
  const tables = [
    writeTable([['Answer of', 'Where', 'What is read', 'Example'], ...shapes]),
    STREAMS,
    writeTable([['Stream of', 'Where'], ...chunks]),
  ];
  return { file: 'docs/reference/replies.md', text: `${INTRODUCTION}\n${tables.join('\n')}` };
}
