import type { ComparedRun, Comparison } from '@fairtrial/contracts';
import {
  formatCount,
  formatDuration,
  formatRelative,
  formatSetting,
  listChangedSettings,
  NONE,
} from '@fairtrial/format';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** The two runs side by side: models, attempts, latency and tokens, then the settings that differ. */
export function runsTable(comparison: Comparison, terminal: Terminal): string {
  const { baseline, candidate } = comparison;
  const { dim } = terminal.colors;
  const table = formatTable({
    columns: [
      { title: '', isFlexible: true },
      { title: 'Baseline', isFlexible: true },
      { title: 'Candidate', isFlexible: true },
      { title: 'Change', align: 'right' },
    ],
    rows: [
      textRow('Model', baseline.model_id, candidate.model_id),
      ...numberRows(comparison),
      ...settingRows(comparison),
    ].map(([label, old, now, change]) => [
      { text: label, style: dim },
      { text: old },
      { text: now },
      { text: change, style: dim },
    ]),
    width: terminal.columns,
    titleStyle: dim,
  });
  return [
    `${dim('Baseline ')}  ${baseline.run_id}`,
    `${dim('Candidate')}  ${candidate.run_id}`,
    '',
    table,
  ].join('\n');
}

type Row = readonly [label: string, baseline: string, candidate: string, change: string];

interface Measure {
  readonly label: string;
  readonly read: (run: ComparedRun) => number | undefined;
  readonly format: (value: number) => string;
}

/** Tokens are 0 if the endpoint does not report them. */
const MEASURES: readonly Measure[] = [
  { label: 'Latency p50', read: (run) => run.latency_ms?.median, format: formatDuration },
  { label: 'Latency p95', read: (run) => run.latency_ms?.p95, format: formatDuration },
  {
    label: 'Prompt tokens',
    read: (run) => run.usage.input_tokens || undefined,
    format: formatCount,
  },
  {
    label: 'Reply tokens',
    read: (run) => run.usage.output_tokens || undefined,
    format: formatCount,
  },
];

function numberRows({ baseline, candidate, metric, metrics }: Comparison): readonly Row[] {
  const { baseline: old, candidate: now } = metrics[metric] ?? {};
  return [
    numberRow({ label: 'Attempts scored', format: formatCount }, old?.n, now?.n),
    ...MEASURES.map((measure) =>
      numberRow(measure, measure.read(baseline), measure.read(candidate)),
    ),
  ];
}

function numberRow(
  { label, format }: Pick<Measure, 'label' | 'format'>,
  old: number | undefined,
  now: number | undefined,
): Row {
  const show = (value: number | undefined): string => (value === undefined ? NONE : format(value));
  return [label, show(old), show(now), formatRelative(old, now)];
}

/** Leaves out the model, which has its own row. */
function settingRows({ differences }: Comparison): readonly Row[] {
  return listChangedSettings(differences)
    .filter(({ field }) => field !== 'model_id')
    .map(({ field, baseline, candidate }) =>
      textRow(field, ...dropSameStart(formatSetting(baseline), formatSetting(candidate))),
    );
}

function textRow(label: string, old: string, now: string): Row {
  return [sanitizeLine(label), toOneLine(old), toOneLine(now), ''];
}

function toOneLine(text: string): string {
  return sanitizeLine(text).replaceAll(/ +/g, ' ');
}

/** A longer common prefix would push the difference out of view. */
const MAX_SAME_START = 12;

/** Cuts the common words at the start of two long texts. */
function dropSameStart(old: string, now: string): readonly [string, string] {
  const words = old.split(/(?<=\s)/);
  const others = now.split(/(?<=\s)/);
  const differs = words.findIndex((word, at) => word !== others[at]);
  const start = words.slice(0, differs === -1 ? words.length : differs).join('').length;
  return start <= MAX_SAME_START ? [old, now] : [`… ${old.slice(start)}`, `… ${now.slice(start)}`];
}
