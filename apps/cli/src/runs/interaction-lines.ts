import type { InteractionView } from '@assay/contracts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable, printableLines } from '../terminal/printable.ts';
import { wrapWords } from '../terminal/wrap-words.ts';
import { scoreText } from './score-text.ts';

/** One interaction in full. Every text in it is somebody else's. */
export function interactionLines(
  view: InteractionView,
  { colors, columns: width }: Terminal,
): readonly string[] {
  const { scores, latency_ms, flags, error } = view;
  const title = (text: string): string => colors.bold(text);
  const scored = Object.entries(scores).map(
    ([metric, score]) => `${printable(metric)} ${score === null ? '–' : scoreText(score)}`,
  );
  const lines = [
    title('User'),
    printableLines(view.user_message),
    '',
    title('Reference'),
    printableLines(view.reference_reply),
    '',
    title('Reply'),
    printableLines(view.agent_reply),
    '',
    title('Scores'),
    scored.join('  '),
    `${Math.round(latency_ms)} ms${flags.length === 0 ? '' : `, ${flags.map(printable).join(', ')}`}`,
    ...(error === null ? [] : [`${error.kind}: ${printable(error.message)}`]),
    ...metadataLines(view, title('Metadata')),
  ];
  return lines.flatMap((text) =>
    text.split('\n').map((line) => wrapWords(line, { width, indent: '' })),
  );
}

function metadataLines(
  { reference_metadata, generated_metadata }: InteractionView,
  title: string,
): readonly string[] {
  const fields = Object.keys({ ...reference_metadata, ...generated_metadata });
  if (fields.length === 0) return [];
  const rows = fields.map(
    (field) =>
      `${printable(field)}: ${show(generated_metadata[field])}, expected ${show(reference_metadata[field])}`,
  );
  return ['', title, ...rows];
}

function show(value: unknown): string {
  return printable(JSON.stringify(value) ?? 'nothing');
}
