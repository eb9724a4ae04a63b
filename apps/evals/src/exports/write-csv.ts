import { createConversationReader, type RunResult } from '../runs/read/run-result.ts';
import { type Check, type InteractionResult, toStorable } from '@fairtrial/contracts';
import { stringify } from 'csv-stringify/sync';
import { interactionAt, type PlannedInteraction, type PlannedScenario } from '../entities/run.ts';
import type { GradedConversation, GradedTurn, TurnCheck } from '../entities/turn.ts';
import { toInteraction } from '../runs/read/to-interaction.ts';
import { describeFailedChecks, sortMetrics } from './format.ts';

type Cell = string | number | null;

interface CsvRow {
  readonly runId: string;
  readonly scenario: PlannedScenario;
  /** The same for all turns of an attempt; `undefined` if the scenario has no checks. */
  readonly conversation: GradedConversation | undefined;
  readonly interaction: PlannedInteraction;
  readonly turn: GradedTurn;
  readonly result: InteractionResult;
}

const COLUMNS: readonly (readonly [name: string, read: (row: CsvRow) => Cell])[] = [
  ['run_id', ({ runId }) => runId],
  ['scenario', ({ turn }) => turn.scenarioNo],
  ['attempt', ({ turn }) => turn.attemptNo],
  ['turn', ({ turn }) => turn.turnNo],
  ['scenario_id', ({ scenario }) => scenario.id],
  ['interaction_id', ({ result }) => result.id],
  ['interaction_type', ({ result }) => result.interaction_type],
  ['user_message', ({ result }) => result.user_message],
  ['agent_reply', ({ result }) => result.agent_reply],
  ['reference_reply', ({ result }) => result.reference_reply],
  ['outcome', ({ result }) => result.outcome],
  ['error_kind', ({ result }) => result.error?.kind ?? null],
  ['error_status', ({ result }) => result.error?.status ?? null],
  ['error_message', ({ result }) => result.error?.message ?? null],
  ['latency_ms', ({ result }) => result.latency_ms],
  ['input_tokens', ({ result }) => result.usage?.input_tokens ?? null],
  ['output_tokens', ({ result }) => result.usage?.output_tokens ?? null],
  ['total_tokens', ({ result }) => result.usage?.total_tokens ?? null],
  ['flags', ({ result }) => result.flags.join(' ')],
  ['reference_metadata', ({ result }) => JSON.stringify(result.reference_metadata)],
  ['generated_metadata', ({ result }) => JSON.stringify(result.generated_metadata)],
  ['metadata_source', ({ result }) => result.metadata_source],
  ['passed', ({ result }) => toBoolean(result.passed)],
  ['failed_checks', ({ turn, interaction }) => listFailed(interaction.checks, turn.checks)],
  ['conversation_passed', ({ conversation }) => toBoolean(conversation?.passed)],
  [
    'conversation_failed_checks',
    ({ scenario, conversation }) => listFailed(scenario.checks, conversation?.checks ?? []),
  ],
];

/** One row per interaction: the same columns for every run, then the metrics of this run. RFC 4180. */
export async function* writeCsv(source: RunResult): AsyncGenerator<string> {
  const { run, summary, turns } = source;
  const readConversation = createConversationReader(source.conversations);
  const metrics = sortMetrics(summary.stats);
  yield toLines([[...COLUMNS.map(([name]) => name), ...metrics.map((name) => `scores.${name}`)]]);
  for await (const page of turns) {
    const rows: Cell[][] = [];
    for (const turn of page) {
      const scenario = run.plan.scenarios[turn.scenarioNo];
      const interaction = scenario && interactionAt(scenario, turn);
      if (scenario === undefined || interaction === undefined) continue;
      const result = toInteraction(interaction, turn, run.plan);
      const conversation = await readConversation(turn.scenarioNo, turn.attemptNo);
      const row = { runId: run.id, scenario, conversation, interaction, turn, result };
      const scores = metrics.map((metric) => result.scores[metric] ?? null);
      rows.push([...COLUMNS.map(([, read]) => read(row)), ...scores]);
    }
    yield toLines(rows);
  }
}

function toBoolean(value: boolean | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function listFailed(checks: readonly Check[] | undefined, results: readonly TurnCheck[]): string {
  return describeFailedChecks(checks, results).join('; ');
}

/**
 * A text that a spreadsheet would run as a formula. Some spreadsheets skip blanks, invisible characters and quotes
 * before the sign, so these match, too.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r]/u;
/** Some programs end a line at a lone CR or LF, or a cell at a semicolon or a tab, unless the cell is quoted. */
const NEEDS_QUOTES = /[\r\n;\t]/;

function toLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? toCell(cell) : cell))),
    { record_delimiter: '\r\n', quoted_match: NEEDS_QUOTES },
  );
}

/** Removes NUL, at which readers stop, and puts a ' before formulas, which makes them text. */
function toCell(said: string): string {
  const { text } = toStorable(said);
  return FORMULA.test(text) ? `'${text}` : text;
}
