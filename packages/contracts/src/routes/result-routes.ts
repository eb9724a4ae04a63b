import { z } from 'zod';
import { DEFAULT_MARGIN, DEFAULT_METRIC } from '../compare/defaults.ts';
import { Comparison } from '../compare/comparison.ts';
import { LabelReport } from '../labels/label-report.ts';
import { LabelSample } from '../labels/label-sample.ts';
import { Labeller, LabelsRequest, SavedLabels } from '../labels/label.ts';
import { CHECK_TYPES } from '../scenarios/check-type.ts';
import { Outcome } from '../endpoint/endpoint.ts';
import { InteractionList, InteractionView } from '../result/interaction-row.ts';
import { RunBreakdown } from '../result/run-breakdown.ts';
import { RowSort, RowStatus, RunFigures, RunRowList } from '../result/run-row.ts';
import { TestHistory } from '../result/test-history.ts';
import { boundedName } from '../shared/fields.ts';
import { cursor, flag, ordinal, pageSize, RunParams, searchText, share } from './query-fields.ts';
import type { Routes } from './route.ts';

const InteractionsQuery = z.object({
  scenario: ordinal().optional().describe('Position, from 0.'),
  attempt: ordinal().optional().describe('Position, from 0.'),
  turn: ordinal().optional().describe('Position, from 0.'),
  outcome: Outcome.optional(),
  below: share().optional().describe('Only interactions with a lower `overall` score.'),
  passed: flag().optional().describe('Only interactions that passed, or that did not.'),
  failed_check: z
    .enum([...CHECK_TYPES, 'any'])
    .optional()
    .describe('Only interactions that failed a check of this type; `any`: of any type.'),
  flag: searchText().optional().describe('Only interactions with this flag.'),
  q: searchText().optional().describe('Text contained in the reply.'),
  sort: z
    .enum(['position', 'overall', '-overall', 'latency', '-latency'])
    .default('position')
    .describe('`-` reverses the order. Interactions without a score come last.'),
  cursor: cursor.describe('The `next_cursor` of the previous page, of the same `sort`.'),
  limit: pageSize(100, 1000),
});

const pass_threshold = share()
  .optional()
  .describe(
    'Minimum `overall` score to pass, for this response only. Default: the pass rule of the run.',
  );

const RowsQuery = z.object({
  pass_threshold,
  status: RowStatus.optional(),
  below: share().optional().describe('Only rows with a lower mean.'),
  above: share().optional().describe('Only rows with a higher mean.'),
  metadata: z
    .literal('differs')
    .optional()
    .describe('Only rows with an annotation that differs from the expected one.'),
  scenario: searchText().optional().describe('Text contained in the scenario name.'),
  q: searchText().optional().describe('Text contained in the user message or in a reply.'),
  label: searchText()
    .refine((text) => text.includes(':'), 'must be an expected annotation: intent:block_card')
    .optional()
    .describe('An expected annotation, such as `intent:block_card`.'),
  failed_check: searchText()
    .optional()
    .describe(
      'Only rows with a reply that failed the check with this name (as in `/breakdown`) or type; `any`: any check. A check of a conversation belongs to its last row.',
    ),
  given: searchText()
    .refine((text) => text.includes(':'), 'must be a given annotation: intent:block_card')
    .optional()
    .describe(
      'A generated annotation, such as `intent:block_card`. `intent:` finds replies without a value.',
    ),
  baseline: boundedName()
    .optional()
    .describe(
      'A finished run whose means are added as `baseline_mean`. Default: the baseline of the run. `none` omits them.',
    ),
  sort: RowSort.default('score').describe(
    '`-` reverses the order. Rows without a score come last.',
  ),
  cursor: cursor.describe('The `next_cursor` of the previous page, of the same `sort`.'),
  limit: pageSize(100, 500),
});

const CompareQuery = z.object({
  baseline: boundedName().describe('Id of a finished run.'),
  candidate: boundedName().describe('Id of another finished run, or of the same run.'),
  margin: share()
    .prefault(String(DEFAULT_MARGIN))
    .describe('A difference within ± this margin is not a relevant change.'),
  metric: boundedName(1).default(DEFAULT_METRIC).describe('The metric to compare.'),
  interactions: flag()
    .prefault('true')
    .describe('false omits the interactions, which keeps the response small for large runs.'),
});

const LabelSampleQuery = z.object({
  n: pageSize(50, 1000).describe('Number of attempts to draw, from each run.'),
  seed: ordinal().prefault('1').describe('Another seed gives another draw.'),
  with: boundedName()
    .optional()
    .describe('Id of a second finished run: draws from both into one mixed queue.'),
  labeller: Labeller.optional().describe('Includes the labels that this person gave before.'),
  from: ordinal().prefault('0').describe('The first item of the page.'),
  limit: pageSize(10, 50),
});

/** The results of runs: what tables, charts, comparisons and labellers read. */
export const RESULT_ROUTES = {
  'GET /runs/:run_id/interactions': {
    tag: 'runs',
    scope: 'read',
    summary: 'List the interactions of a run without their full texts',
    params: RunParams,
    query: InteractionsQuery,
    answers: { 200: InteractionList },
  },
  'GET /runs/:run_id/turns/:scenario/:attempt/:turn': {
    tag: 'runs',
    scope: 'read',
    summary: 'Get one interaction with all its texts',
    params: RunParams.extend({ scenario: ordinal(), attempt: ordinal(), turn: ordinal() }),
    answers: { 200: InteractionView },
  },
  'GET /runs/:run_id/rows': {
    tag: 'runs',
    scope: 'read',
    summary: 'List the interactions of a run, aggregated over their attempts, worst first',
    params: RunParams,
    query: RowsQuery,
    answers: { 200: RunRowList },
  },
  'GET /runs/:run_id/figures': {
    tag: 'runs',
    scope: 'read',
    summary: 'Get the score distribution, the latency and the number of interactions by status',
    params: RunParams,
    query: z.object({ pass_threshold }),
    answers: { 200: RunFigures },
  },
  'GET /runs/:run_id/breakdown': {
    tag: 'runs',
    scope: 'read',
    summary: 'Count failed checks, and expected and generated labels',
    params: RunParams,
    answers: { 200: RunBreakdown },
  },
  'GET /compare': {
    tag: 'runs',
    scope: 'read',
    summary: 'Compare two runs: changes by scenario and interaction, with significance',
    query: CompareQuery,
    answers: { 200: Comparison },
    slow: true,
  },
  'GET /history': {
    tag: 'runs',
    scope: 'read',
    summary: 'List the latest runs of one test, with significant changes by scenario',
    query: z.object({
      test_name: searchText().describe('Exact test name.'),
      runs: pageSize(14, 50).describe('Number of latest runs.'),
      scenarios: pageSize(30, 500).describe('Maximum number of scenarios.'),
    }),
    answers: { 200: TestHistory },
  },
  'GET /runs/:run_id/label-sample': {
    tag: 'runs',
    scope: 'run',
    summary: 'Draw complete attempts for people to label, without model, scores and verdicts',
    description:
      'The draw is random, stratified by scenario, and stored. The same n, seed and `with` return the same draw.',
    params: RunParams,
    query: LabelSampleQuery,
    answers: { 200: LabelSample },
  },
  'POST /runs/:run_id/labels': {
    tag: 'runs',
    scope: 'run',
    summary: 'Store labels of people; returns them with what the judge found',
    description:
      'A label replaces the earlier one of the same person. Labels never change the stored result of a run.',
    params: RunParams,
    body: LabelsRequest,
    answers: { 200: SavedLabels },
  },
  'GET /runs/:run_id/labels': {
    tag: 'runs',
    scope: 'read',
    summary: 'List the labels of a run, with agreement, disagreements and corrected pass rate',
    params: RunParams,
    query: z.object({
      from: ordinal().prefault('0').describe('The first label of the page.'),
      limit: pageSize(100, 1000),
    }),
    answers: { 200: LabelReport },
  },
} as const satisfies Routes;
