import { INPUT_LIMITS } from '@assay/contracts';
import { writeTable } from './write-table.ts';

const MEANINGS: Readonly<Record<keyof typeof INPUT_LIMITS, string>> = {
  body_bytes: 'bytes in the body of a request that carries conversations or tests',
  small_body_bytes: 'bytes in any other body',
  depth: 'levels of lists and objects inside each other',
  values: 'values in one body: objects, lists, strings, numbers',
  list_items: 'items in one list',
  object_keys: 'keys in one object',
  key_chars: 'characters in a key',
  string_chars: 'characters in any string, as it was sent',
  text_chars: 'characters in a user message, a reference reply, a description or a system prompt',
  name_chars: 'characters in an id, a name, a model or a text that is searched for',
  pattern_chars: 'characters in the pattern of a gate, between `[` and `]`',
  url_chars: 'characters in an endpoint or a cursor',
  metadata_keys: 'keys in the `reference_metadata` of an interaction',
  errors_listed: 'errors in the answer to a request that is wrong',
};

const INTRODUCTION = `# Limits of a request

<!-- Written by "npm run reference" from INPUT_LIMITS. -->

Both services check the size of a body before they parse it, so one request cannot hold a process or take its memory. What is
larger is refused with \`body_too_large\` (413), \`too_deep\` (400) or \`limit_exceeded\` (422), and the answer points at the value. A
field can have a lower limit of its own: the OpenAPI documents show each (\`maxLength\`, \`maxItems\`, \`maxProperties\`). How many
attempts, interactions and turns a run may have is set by the operator ([configuration](config.md)).
`;

/** The table of the limits that hold for every request. */
export function limitsDocument(): { readonly file: string; readonly text: string } {
  const rows = Object.entries(INPUT_LIMITS).map(([name, most]) => [
    `\`${name}\``,
    most.toLocaleString('en'),
    MEANINGS[name as keyof typeof MEANINGS],
  ]);
  const text = `${INTRODUCTION}\n${writeTable([['Limit', 'At most', 'Of what'], ...rows], 1)}`;
  return { file: 'docs/reference/limits.md', text };
}
