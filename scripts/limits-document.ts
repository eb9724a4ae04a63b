import { INPUT_LIMITS } from '@fairtrial/contracts';
import { writeTable } from './write-table.ts';

const MEANINGS: Readonly<Record<keyof typeof INPUT_LIMITS, string>> = {
  body_bytes: 'bytes in the body of a request that carries conversations or tests',
  small_body_bytes: 'bytes in any other body',
  depth: 'nesting levels of arrays and objects',
  values: 'values in one body: objects, arrays, strings, numbers',
  list_items: 'items in one array',
  object_keys: 'keys in one object',
  key_chars: 'characters in a key',
  string_chars: 'characters in any string, including escapes',
  text_chars: 'characters in a user message, a reference reply, a description or a system prompt',
  name_chars: 'characters in an id, a name, a model or a search term',
  pattern_chars: 'characters in the pattern of a gate, between `[` and `]`',
  url_chars: 'characters in an endpoint or a cursor',
  metadata_keys: 'keys in the `reference_metadata` of an interaction',
  errors_listed: 'errors in the response to an invalid request',
};

const INTRODUCTION = `# Limits of a request

<!-- Written by "npm run generate" from INPUT_LIMITS. -->

Both services check the size of a body before they parse it, so that one request cannot block a process or exhaust its memory. A
larger request is refused with \`body_too_large\` (413), \`too_deep\` (400) or \`limit_exceeded\` (422), and the error points to the
value. A field can have a lower limit, which is in the OpenAPI documents (\`maxLength\`, \`maxItems\`, \`maxProperties\`). The operator
configures the maximum number of attempts, interactions and turns of a run ([configuration](config.md)).
`;

export function limitsDocument(): { readonly file: string; readonly text: string } {
  const rows = Object.entries(INPUT_LIMITS).map(([name, most]) => [
    `\`${name}\``,
    most.toLocaleString('en'),
    MEANINGS[name as keyof typeof MEANINGS],
  ]);
  const text = `${INTRODUCTION}\n${writeTable([['Limit', 'Maximum', 'Unit'], ...rows], 1)}`;
  return { file: 'docs/reference/limits.md', text };
}
