import type { JudgeAgreement, LabelReport } from '@fairtrial/contracts';
import { formatMany, formatScore, formatShare, formatShareInterval } from '@fairtrial/format';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

const METHODS = { labels: 'labels alone', ppi: 'labels and judge' } as const;
const MAX_ROWS = 20;

/** The labels of a run in lines: rates, agreement and disagreements. */
export function describeLabels(report: LabelReport, terminal: Terminal): string {
  const lines = [
    ...describeRates(report),
    ...report.agreement.map(describeAgreement),
    ...report.labeller_agreement.map(
      ({ labellers: [first, second], n, agreed, kappa }) =>
        `${sanitizeLine(first)} and ${sanitizeLine(second)} agree on ${agreed} of ${formatMany(n, 'attempt')}${describeKappa(kappa)}.`,
    ),
    ...describeTies(report),
    ...report.warnings.map((warning) => `! ${sanitizeLine(warning)}`),
  ].map((line) => wrapText(line, { width: terminal.columns, indent: '  ' }));
  if (report.disagreement_count === 0) return lines.join('\n');
  const shown = Math.min(MAX_ROWS, report.disagreements.length);
  const of = shown < report.disagreement_count ? `, the first ${shown}` : '';
  const title = `${formatMany(report.disagreement_count, 'disagreement')} with the judge${of}:`;
  return [...lines, '', title, disagreementTable(report, terminal)].join('\n');
}

function describeRates({ corrected, estimated, draws }: LabelReport): readonly string[] {
  const drawn = draws.reduce((sum, { attempts }) => sum + attempts, 0);
  const rate =
    corrected === null
      ? 'Pass rate by people: unknown, because no drawn attempt has a blind label.'
      : `Pass rate by people: ${formatShare(corrected.pass_rate)} ${formatShareInterval(corrected.ci95)}, by ${METHODS[corrected.method]}: ${corrected.labelled} labelled of ${drawn} drawn, ${formatMany(corrected.fails, 'fail')}.`;
  if (estimated === null) return [rate];
  const from = `${formatMany(estimated.labelled, 'label')} of ${formatMany(estimated.runs, 'earlier run')}`;
  return [
    rate,
    `Estimate from ${from}: ${formatShare(estimated.pass_rate)} ${formatShareInterval(estimated.ci95)}. No gate uses it.`,
  ];
}

function describeAgreement(found: JudgeAgreement): string {
  const { check_id, judges, judge_digest, n, agreed, kappa } = found;
  const of = check_id === null ? 'attempts' : `results of the check ${sanitizeLine(check_id)}`;
  const who = judges.length === 0 ? 'code' : judges.map(sanitizeLine).join(', ');
  const rates = [
    found.true_positive_rate && `passes ${describeRate(found.true_positive_rate)} of good ones`,
    found.true_negative_rate && `fails ${describeRate(found.true_negative_rate)} of bad ones`,
  ].filter((text) => text !== null);
  return `The judge (${who}, digest ${judge_digest}) agrees with people on ${agreed} of ${n} ${of}${describeKappa(kappa)}: it ${rates.join(' and ')}.`;
}

function describeRate({
  value,
  interval,
}: NonNullable<JudgeAgreement['true_positive_rate']>): string {
  return `${formatShare(value)} ${formatShareInterval(interval)}`;
}

function describeKappa(kappa: JudgeAgreement['kappa']): string {
  if (kappa === null) return '';
  const { value, interval } = kappa;
  const range =
    interval === null ? '' : ` [${interval.map((end) => formatScore(end, 2)).join(', ')}]`;
  return `, κ ${formatScore(value, 2)}${range}`;
}

function describeTies({ ties }: LabelReport): readonly string[] {
  if (ties === 0) return [];
  return [
    `${formatMany(ties, 'attempt')} counted as unlabelled: as many people pass as fail them.`,
  ];
}

function disagreementTable({ disagreements }: LabelReport, terminal: Terminal): string {
  return formatTable({
    columns: [
      { title: 'Scenario', align: 'right' },
      { title: 'Attempt', align: 'right' },
      { title: 'Check', isFlexible: true },
      { title: 'People' },
      { title: 'Judge' },
      { title: 'Notes', isFlexible: true },
    ],
    rows: disagreements
      .slice(0, MAX_ROWS)
      .map((found) => [
        { text: String(found.position.scenario + 1) },
        { text: String(found.position.attempt + 1) },
        { text: sanitizeLine(found.check_id ?? 'all') },
        { text: resultWord(found.label_passed) },
        { text: resultWord(found.judge_passed) },
        { text: sanitizeLine(found.notes.join('; ')) },
      ]),
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

function resultWord(passed: boolean): string {
  return passed ? 'pass' : 'fail';
}
