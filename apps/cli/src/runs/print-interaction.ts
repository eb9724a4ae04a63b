import type { InteractionView } from '@assay/contracts';
import { formatDuration, formatScore } from '@assay/format';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

/** Prints one interaction in full. Every text in it is untrusted. */
export function printInteraction(view: InteractionView, terminal: Terminal): void {
  const { scores, latency_ms, flags, error } = view;
  const title = (text: string): string => terminal.colors.bold(text);
  const scored = Object.entries(scores).map(
    ([metric, score]) => `${sanitizeLine(metric)} ${formatScore(score)}`,
  );
  const paragraphs = [
    title('User'),
    sanitizeText(view.user_message),
    '',
    title('Reference'),
    sanitizeText(view.reference_reply),
    '',
    title('Reply'),
    sanitizeText(view.agent_reply),
    '',
    title('Scores'),
    scored.join('  '),
    `${formatDuration(latency_ms)}${flags.length === 0 ? '' : `, ${flags.map(sanitizeLine).join(', ')}`}`,
    ...(error === null ? [] : [`${error.kind}: ${sanitizeLine(error.message)}`]),
    ...metadataLines(view, title('Metadata')),
  ];
  for (const line of paragraphs.flatMap((text) => text.split('\n')))
    terminal.print(wrapText(line, { width: terminal.columns, indent: '' }));
}

function metadataLines(
  { reference_metadata, generated_metadata }: InteractionView,
  title: string,
): readonly string[] {
  const fields = Object.keys({ ...reference_metadata, ...generated_metadata });
  if (fields.length === 0) return [];
  const rows = fields.map(
    (field) =>
      `${sanitizeLine(field)}: ${toJson(generated_metadata[field])}, expected ${toJson(reference_metadata[field])}`,
  );
  return ['', title, ...rows];
}

function toJson(value: unknown): string {
  return sanitizeLine(JSON.stringify(value) ?? 'nothing');
}
