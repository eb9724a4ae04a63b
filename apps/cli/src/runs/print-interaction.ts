import type { CheckResult, InteractionView, SimulatedUser } from '@fairtrial/contracts';
import {
  checkStatus,
  describeUser,
  explainScore,
  explainUser,
  formatCheck,
  formatDuration,
  formatScore,
  type Tone,
} from '@fairtrial/format';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine, sanitizeText } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';
import { printCalls } from './checks/print-calls.ts';
import { toneStyle } from '../terminal/format-table.ts';

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

interface Surroundings {
  /** The turns before it. */
  readonly before: readonly InteractionView[];
  /** What the simulated user was told; absent without one. */
  readonly user?: SimulatedUser | undefined;
}

/** Prints one interaction in full, after the turns before it. Every text in it is untrusted. */
export function printInteraction(
  view: InteractionView,
  { before, user }: Surroundings,
  terminal: Terminal,
): void {
  const { latency_ms, flags, error } = view;
  const took = [formatDuration(latency_ms), ...flags].join(', ');
  const isSimulated = user !== undefined && view.interaction_type === 'simulated';
  const sections: readonly Section[] = [
    { title: 'The simulated user was told', lines: user === undefined ? [] : toldLines(user) },
    ...before.flatMap(({ user_message: said, agent_reply: replied }, turn) => [
      toSection(`User, turn ${turn + 1}`, said),
      toSection(`Reply, turn ${turn + 1}`, replied),
    ]),
    toSection('User', view.user_message),
    ...(isSimulated ? [] : [toSection('Reference', view.reference_reply)]),
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
    { title: 'Simulated user', lines: userLines(view) },
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

/** A text of several lines, such as a list of facts, begins below its label. */
function toldLines(user: SimulatedUser): readonly Line[] {
  return describeUser(user).flatMap(({ label, text }) => {
    const lines = text.split('\n').map((line): Line => ({ text: line }));
    return lines.length === 1 ? [{ text: `${label}: ${text}` }] : [{ text: `${label}:` }, ...lines];
  });
}

/** Whether the goal was reached, how the conversation ended, and the scores of the whole conversation. */
function userLines({ conversation }: InteractionView): readonly Line[] {
  if (conversation?.user === undefined) return [];
  const findings = explainUser(conversation.user).map(({ text, tone }): Line => ({
    text,
    tone: tone === 'ok' ? 'plain' : tone,
  }));
  return [...findings, { text: scoreLine(conversation) }];
}

function toSection(title: string, text: string): Section {
  return { title, lines: text.split('\n').map((line) => ({ text: line })) };
}

function printLine({ text, tone = 'plain', check }: Line, terminal: Terminal): void {
  const line = wrapText(sanitizeText(text), { width: terminal.columns, indent: '' });
  terminal.print(tone === 'plain' ? line : toneStyle(tone, terminal.colors)(line));
  if (check !== undefined) printCalls(check, terminal);
}

function scoreLine({ scores }: Pick<InteractionView, 'scores'>): string {
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
