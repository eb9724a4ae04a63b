import {
  showAddress,
  type Check,
  type GateVerdict,
  type Headline,
  type RunPasses,
  type Stats,
  type UserReport,
} from '@fairtrial/contracts';
import {
  formatHeadlineStatus,
  formatMean,
  formatScore,
  formatShare,
  formatShareInterval,
  formatUserReport,
  GATE_LABELS,
} from '@fairtrial/format';
import type { GradedConversation } from '../entities/turn.ts';
import type { TurnRow } from '../db/turns/list-turn-rows.ts';
import type { RunSummary } from '../db/runs/run-summary.ts';
import { interactionAt, type PlannedInteraction, type Run } from '../entities/run.ts';
import {
  codeSpan,
  describeCheck,
  describeFailedChecks,
  sortMetrics,
  WORST_SHOWN,
} from './format.ts';
import { writeChange } from './write-change.ts';

export interface ReportSource {
  readonly run: Run;
  readonly summary: RunSummary;
  /** The worst interactions, worst first. */
  readonly worst: readonly TurnRow[];
  /** Conversations that did not pass. */
  readonly conversations: readonly GradedConversation[];
}

/** A comment on a pull request holds 65,536 characters, so a report stays under 60 KB. */
const MAX_BYTES = 59_000;
const SCENARIOS_SHOWN = 50;
const WARNINGS_SHOWN = 10;
const METRICS_SHOWN = 4;
const NAME = 60;
const EXCERPT = 120;
const SENTENCE = 240;
const FLAGS_SHOWN = 3;
const FLAG = 30;
const CHECKS_SHOWN = 3;
const HEADLINES = ['overall', 'goal_reached', 'reply', 'metadata', 'checks', 'answered'];

/** Report for a pull request: the headline, the results per scenario, and the worst interactions. */
export async function* writeReport(source: ReportSource): AsyncGenerator<string> {
  const { run, summary, worst } = source;
  const { plan } = run;
  const lines = [
    `## Evaluation ${codeSpan(plan.testName, EXCERPT)}`,
    '',
    ...headlineLines(summary.headline),
    `Model ${codeSpan(plan.modelId, EXCERPT)} at ${codeSpan(showAddress(plan.endpoint), EXCERPT)}, attempts: ${plan.looks === undefined ? '' : 'at most '}${plan.attempts}, run ${codeSpan(run.id, EXCERPT)}`,
    '',
    ...passLines(summary.passes),
    ...userLines(summary.simulated_user),
  ];
  const { comparison, gate } = summary;
  addSections(lines, [
    comparison ? writeChange(run, comparison) : [],
    gate ? writeGates(gate) : [],
  ]);
  // If there is a comparison, readers look for the changes, so the rest is folded. Markdown inside needs the empty
  // lines.
  if (comparison)
    lines.push('<details><summary>All scenarios and the lowest interactions</summary>', '');
  addSections(lines, [
    scenarioTable(source),
    warningList(summary.warnings),
    conversationList(source),
    worstList(run, worst),
  ]);
  if (comparison) lines.push('', '</details>');
  yield `${lines.join('\n').trimEnd()}\n`;
}

/** Replaces sections that do not fit with a note: a name that consists of backticks takes three times its length. */
function addSections(lines: string[], sections: readonly (readonly string[])[]): void {
  for (const section of sections) {
    const size = Buffer.byteLength([...lines, ...section].join('\n'));
    lines.push(
      ...(size < MAX_BYTES ? section : ['*A part is left out here: it is too long.*', '']),
    );
  }
}

/** Everything except the status can contain text of a model or a user, so it is quoted. */
function headlineLines(headline: Headline): readonly string[] {
  const { title, why, next } = headline;
  return [
    `### ${formatHeadlineStatus(headline)}`,
    '',
    codeSpan(title, SENTENCE),
    '',
    codeSpan(why, 2 * SENTENCE),
    '',
    ...(next === null ? [] : [`Next: ${codeSpan(next, SENTENCE)}`, '']),
  ];
}

function passLines(passes: RunPasses | null): readonly string[] {
  if (passes === null) return [];
  const { attempts, passed, pass_rate: rate, ci95, pass_hat_k: hats, unknown } = passes;
  const k = Object.keys(hats).at(-1) ?? '1';
  const hat = hats[k] ?? null;
  const reason = hat === null ? ` (a scenario has fewer than ${k} known attempts)` : '';
  const notKnown = unknown > 0 ? `, not known: ${unknown}` : '';
  return [
    `${passed} of ${attempts} attempts passed${notKnown}: ${formatShare(rate)} ${formatShareInterval(ci95)}, pass^${k} ${formatShare(hat)}${reason}, flaky scenarios: ${passes.flaky_scenarios} of ${passes.scenarios}`,
    '',
  ];
}

function userLines(report: UserReport | undefined): readonly string[] {
  if (report === undefined) return [];
  return [
    formatUserReport(report)
      .map((line) => codeSpan(line, 2 * SENTENCE))
      .join(' '),
    '',
  ];
}

function scenarioTable({ run, summary }: ReportSource): readonly string[] {
  const metrics = headlineMetrics(summary.stats);
  if (metrics.length === 0) return ['Nothing was scored.', ''];
  const [first = ''] = metrics;
  const row = (name: string, stats: Stats): string =>
    `| ${[name, ...metrics.map((metric) => formatMean(stats[metric]?.mean, stats[metric]?.ci95))].join(' | ')} |`;
  const rows = summary.scenarios.map((scenario, no) => ({
    no,
    mean: scenario.stats[first]?.mean ?? 2,
    text: row(codeSpan(run.plan.scenarios[no]?.name ?? '', NAME), scenario.stats),
  }));
  const shown = rows
    .toSorted((a, b) => a.mean - b.mean || a.no - b.no)
    .slice(0, SCENARIOS_SHOWN)
    .toSorted((a, b) => a.no - b.no);
  const hidden = rows.length - shown.length;
  return [
    `| Scenario | ${metrics.map((metric) => codeSpan(metric, NAME)).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(metrics.length)}`,
    row('**all**', summary.stats),
    ...shown.map(({ text }) => text),
    '',
    'Means, with 95 % intervals if there are several attempts: 95 of 100 such intervals contain the true mean on this suite.',
    ...(hidden > 0 ? [`The ${shown.length} lowest scenarios are shown, ${hidden} are not.`] : []),
    '',
  ];
}

/** The summary metrics; if none of them was requested, the first of the requested ones. */
function headlineMetrics(stats: Stats): readonly string[] {
  const chosen = HEADLINES.filter((metric) => metric in stats);
  return chosen.length > 0 ? chosen : sortMetrics(stats).slice(0, METRICS_SHOWN);
}

function warningList(warnings: readonly string[]): readonly string[] {
  if (warnings.length === 0) return [];
  const hidden = warnings.length - WARNINGS_SHOWN;
  return [
    '### Warnings',
    '',
    ...warnings.slice(0, WARNINGS_SHOWN).map((warning) => `- ${codeSpan(warning, 2 * EXCERPT)}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    '',
  ];
}

function worstList(run: Run, worst: readonly TurnRow[]): readonly string[] {
  if (worst.length === 0) return [];
  const items = worst.slice(0, WORST_SHOWN).flatMap((row) => describeWorst(run, row));
  return ['### Lowest interactions', '', ...items];
}

function describeWorst(run: Run, row: TurnRow): readonly string[] {
  const scenario = run.plan.scenarios[row.scenarioNo];
  const userMessage = row.userMessage ?? undefined;
  const interaction = scenario && interactionAt(scenario, { turnNo: row.turnNo, userMessage });
  const flags = row.flags.slice(0, FLAGS_SHOWN).map((flag) => codeSpan(flag, FLAG));
  const score = row.overall === null ? 'no score' : formatScore(row.overall);
  const failure =
    row.errorKind === null
      ? whyNotPassed(row, interaction?.checks)
      : [`request failed: ${codeSpan(row.errorKind, NAME)}`];
  const position = `attempt ${row.attemptNo + 1}, turn ${row.turnNo + 1}`;
  return [
    `- **${score}** ${[`${codeSpan(scenario?.name ?? '', NAME)}, ${position}`, ...failure, ...flags].join(', ')}`,
    `  - user: ${codeSpan(interaction?.user_message ?? '', EXCERPT)}`,
    `  - reply: ${codeSpan(row.excerpt, EXCERPT)}`,
    // A reply to a simulated user has no reference.
    ...(row.userMessage === null ? [referenceLine(interaction)] : []),
  ];
}

function referenceLine(interaction: PlannedInteraction | undefined): string {
  return `  - reference: ${codeSpan(interaction?.reference_reply ?? '', EXCERPT)}`;
}

/** The failed checks; if only the score did not pass, a note about that. */
function whyNotPassed(
  { passed, failedChecks }: TurnRow,
  checks: readonly Check[] | undefined,
): readonly string[] {
  const failed = failedChecks.map(({ at, ...result }) => describeCheck(checks?.[at], result));
  if (failed.length > 0) return listFailed(failed);
  return passed === false ? ['did not pass'] : [];
}

/** The first of the failed checks. */
function listFailed(failed: readonly string[]): readonly string[] {
  const shown = failed
    .slice(0, CHECKS_SHOWN)
    .map((check) => `check failed: ${codeSpan(check, SENTENCE)}`);
  const hidden = failed.length - shown.length;
  return hidden > 0 ? [...shown, `and ${hidden} more checks`] : shown;
}

function conversationList({ run, conversations }: ReportSource): readonly string[] {
  if (conversations.length === 0) return [];
  const items = conversations.map(({ scenarioNo, attemptNo, checks, user }) => {
    const scenario = run.plan.scenarios[scenarioNo];
    const place = `${codeSpan(scenario?.name ?? '', NAME)}, attempt ${attemptNo + 1}`;
    const failed = describeFailedChecks(scenario?.checks, checks);
    const goal = user?.goal_reached === false ? ['goal not reached'] : [];
    return `- ${[place, ...goal, ...listFailed(failed)].join(', ')}`;
  });
  return ['### Whole conversations that did not pass', '', ...items, ''];
}

const GATES_SHOWN = 20;
const GATE = 60;

function writeGates({ gates }: GateVerdict): readonly string[] {
  const hidden = gates.length - GATES_SHOWN;
  return [
    '### Gates',
    '',
    ...gates
      .slice(0, GATES_SHOWN)
      .map(
        ({ gate, verdict, sentence }) =>
          `- ${GATE_LABELS[verdict].glyph} **${GATE_LABELS[verdict].label}** ${codeSpan(gate, GATE)}: ${codeSpan(sentence, SENTENCE)}`,
      ),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    '',
  ];
}
