import { CHUNK_PATHS, REPLY_SHAPES } from '@fairtrial/models';
import { writeTable } from './write-table.ts';

const INTRODUCTION = `# Reply shapes

<!-- Written by "npm run generate" from REPLY_SHAPES and CHUNK_PATHS. -->

An endpoint can answer with plain text or with JSON in one of these shapes, regardless of its content type. The shapes are tried in this
order, so that the shape of a specific interface takes precedence over a general one. A response with an \`error\`, with
\`success: false\` or with \`status: "error"\` is a failed request, regardless of its other fields.

If no shape matches, or two texts could be the reply, the turn fails with \`bad_response\`: raw JSON is never scored. The error message
names the keys of the response and proposes a value for \`target.reply\`, a JSON Pointer to the reply that replaces these shapes.
\`POST /test-call\` returns the same proposal before a run (\`proposed_reply\`).
`;

const STREAMS = `## Streams

The service requests whole replies, but it also reads event streams (\`text/event-stream\`) and JSON lines (\`application/x-ndjson\`),
with at most 20,000 events:

- OpenAI chunks (\`choices[0].delta\`) are merged into one completion with its tool calls and usage.
- Plain text events are joined.
- For other events, the texts at the first path of this table that has text are joined.

Text that a stream repeats, in cumulative events or at the end, counts once. Reasoning, tool calls and status events are omitted.
`;

export function repliesDocument(): { readonly file: string; readonly text: string } {
  const shapes = REPLY_SHAPES.map(({ name, path, how, examples: [example] }) => [
    name,
    path === '' ? 'the whole response' : `\`${path}\``,
    how,
    `\`${JSON.stringify(example)}\``,
  ]);
  const byName = Map.groupBy(CHUNK_PATHS, ({ name }) => name);
  const chunks = [...byName].map(([name, paths]) => [
    name,
    paths.map(({ path }) => `\`${path}\``).join(', '),
  ]);
  const tables = [
    writeTable([['Source', 'Path', 'Reply', 'Example'], ...shapes]),
    STREAMS,
    writeTable([['Source', 'Paths'], ...chunks]),
  ];
  return { file: 'docs/reference/replies.md', text: `${INTRODUCTION}\n${tables.join('\n')}` };
}
