import type { CheckResult, InteractionView } from '@assay/contracts';
import {
  checkStatus,
  explainScore,
  formatCheck,
  formatDuration,
  formatScore,
  type Tone,
} from '@assay/format';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';
import { printCalls } from './checks/print-calls.ts';
import { toneStyle } from './tone-style.ts';

/** A line with its tone. The text is untrusted. */
interface Line {
  readonly text: string;
  readonly tone?: Tone;
  /** The check that the line is about: its tool calls are printed below. */
  readonly check?: CheckResult;
}

interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Prints one interaction in full, after the turns before it. Every text in it is untrusted. */
export function printInteraction(
  view: InteractionView,
  before: readonly InteractionView[],
  terminal: Terminal,
): void {
  const { latency_ms, flags, error } = view;
  const took = [formatDuration(latency_ms), ...flags].join(', ');
  const sections: readonly Section[] = [
    ...before.flatMap(({ user_message: said, agent_reply: replied }, turn) => [
      toSection(`User, turn ${turn + 1}`, said),
      toSection(`Reply, turn ${turn + 1}`, replied),
    ]),
    toSection('User', view.user_message),
    toSection('Reference', view.reference_reply),
    toSection('Reply', view.agent_reply),
    {
      title: 'Scores',
      lines: [
        { text: scoreLine(view) },
        { text: took },
        ...(error === null
          ? []
          : [{ text: `${error.kind}: ${error.message}`, tone: 'bad' as const }]),
      ],
    },
    { title: 'Why', lines: explainScore(view) },
    { title: 'Checks', lines: view.checks.map(checkLine) },
    {
      title: 'Checks of the whole conversation',
      lines: (view.conversation?.checks ?? []).map(checkLine),
    },
    { title: 'Judge', lines: (view.judgements ?? []).flatMap(judgeLine) },
    { title: 'Metadata', lines: metadataLines(view) },
  ];
  const shown = sections.filter(({ lines }) => lines.length > 0);
  for (const [index, { title, lines }] of shown.entries()) {
    if (index > 0) terminal.print('');
    terminal.print(terminal.colors.bold(title));
    for (const line of lines) printLine(line, terminal);
  }
}

function toSection(title: string, text: string): Section {
  return { title, lines: text.split('\n').map((line) => ({ text: line })) };
}

function printLine({ text, tone = 'plain', check }: Line, terminal: Terminal): void {
  const line = wrapText(sanitizeText(text), { width: terminal.columns, indent: '' });
  terminal.print(tone === 'plain' ? line : toneStyle(tone, terminal.colors)(line));
  if (check !== undefined) printCalls(check, terminal);
}

function scoreLine({ scores }: InteractionView): string {
  return Object.entries(scores)
    .map(([metric, score]) => `${sanitizeLine(metric)} ${formatScore(score)}`)
    .join('  ');
}

function checkLine(check: CheckResult): Line {
  const { glyph, tone } = checkStatus(check);
  return { text: `${glyph} ${formatCheck(check)}`, tone: tone === 'ok' ? 'plain' : tone, check };
}

/** The rationale of a judge; its choice is in the section above. */
function judgeLine(judgement: NonNullable<InteractionView['judgements']>[number]): readonly Line[] {
  const { kind, model, rationale } = judgement;
  return kind === 'judge' && rationale !== null ? [{ text: `${model}: ${rationale}` }] : [];
}

function metadataLines({
  reference_metadata,
  generated_metadata,
}: InteractionView): readonly Line[] {
  const fields = Object.keys({ ...reference_metadata, ...generated_metadata });
  return fields.map((field) => ({
    text: `${field}: ${toJson(generated_metadata[field])}, expected ${toJson(reference_metadata[field])}`,
  }));
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
