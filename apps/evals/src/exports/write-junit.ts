import { formatDuration } from '@assay/format';
import type { RunResult } from '../runs/read/run-result.ts';
import type { ScenarioCounts } from '../db/turns/count-turns.ts';
import type { Turn } from '../db/turns/turn.ts';
import { roundScores } from '../runs/summary/rounding.ts';
import { cutText, describeFailedChecks, sortMetrics } from './format.ts';
import type { PlannedScenario } from '../db/runs/run.ts';

interface JunitSource extends RunResult {
  readonly counts: readonly ScenarioCounts[];
}

/** Continuous integration shows these in lists, and gives up on reports that are too large. */
const MAX_TITLE_LENGTH = 80;
const MAX_TEXT_LENGTH = 10_000;

const NOTHING = { turns: 0, failed: 0, latencyMs: 0 };

/** A test suite for each scenario, a test case for each of its turns; a failure is a request that failed, or one that did not pass. */
export async function* writeJunit(source: JunitSource): AsyncGenerator<string> {
  const { run, summary, turns } = source;
  const { scenarios } = run.plan;
  const names = suiteNames(scenarios);
  const metrics = sortMetrics(summary.stats);
  const suites = scenarios.map((_, no) => countSuite(source, no));
  const all = {
    tests: sum(suites.map(({ tests }) => tests)),
    failures: sum(suites.map(({ failures }) => failures)),
    skipped: sum(suites.map(({ skipped }) => skipped)),
    time: sum(suites.map(({ time }) => time)),
  };
  let current = -1;
  /** Suites stand in the order of the plan, those without a turn too. */
  const moveTo = (scenarioNo: number): string => {
    let text = '';
    while (current < scenarioNo) {
      if (current >= 0) text += closeSuite(source, current, names[current] ?? '');
      current += 1;
      const name = names[current];
      const counts = suites[current];
      if (name !== undefined && counts) text += openSuite(source, current, { name, ...counts });
    }
    return text;
  };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: run.plan.testName, ...all, errors: 0 })}>\n`;
  for await (const page of turns) {
    let text = '';
    for (const turn of page) {
      const message = scenarios[turn.scenarioNo]?.interactions[turn.turnNo]?.user_message;
      if (message === undefined) continue;
      text += moveTo(turn.scenarioNo);
      text += testCase(source, turn, { suite: names[turn.scenarioNo] ?? '', metrics });
    }
    yield text;
  }
  yield `${moveTo(scenarios.length)}</testsuites>\n`;
}

interface SuiteCounts {
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  readonly time: number;
}

function countSuite(source: JunitSource, scenarioNo: number): SuiteCounts {
  const { turns, failed, latencyMs } = countsOf(source, scenarioNo);
  const skipped = unplayed(source, scenarioNo) > 0 ? 1 : 0;
  return { tests: turns + skipped, failures: failed, skipped, time: latencyMs / 1000 };
}

function countsOf({ counts }: JunitSource, scenarioNo: number): Omit<ScenarioCounts, 'scenarioNo'> {
  return counts.find((row) => row.scenarioNo === scenarioNo) ?? NOTHING;
}

function unplayed(source: JunitSource, scenarioNo: number): number {
  const { scenarios, attempts } = source.run.plan;
  const planned = (scenarios[scenarioNo]?.interactions.length ?? 0) * attempts;
  return planned - countsOf(source, scenarioNo).turns;
}

function openSuite(
  { run, summary }: JunitSource,
  scenarioNo: number,
  counts: SuiteCounts & { readonly name: string },
): string {
  const { plan } = run;
  const timestamp = run.createdAt.toISOString().slice(0, 19);
  const means = Object.entries(summary.scenarios[scenarioNo]?.averageScores ?? {});
  const about = properties([
    ['run_id', run.id],
    ['state', run.state],
    ['model_id', plan.modelId],
    ['endpoint', plan.endpoint],
    ['scenario', scenarioNo],
    ['scenario_id', plan.scenarios[scenarioNo]?.id ?? ''],
    ...means.map(([metric, mean]) => [`scores.${metric}`, mean] as const),
  ]);
  return `<testsuite${attributes({ id: scenarioNo, ...counts, errors: 0, timestamp })}>\n${about}`;
}

/** What a cancelled run did not play must not look as if it had passed. */
function closeSuite(source: JunitSource, scenarioNo: number, suite: string): string {
  const missing = unplayed(source, scenarioNo);
  if (missing <= 0) return '</testsuite>\n';
  const message = `${missing} interactions were not played: the run was cancelled`;
  const name = attributes({ classname: suite, name: 'not played', time: 0 });
  return `<testcase${name}>\n<skipped${attributes({ message })}/>\n</testcase>\n</testsuite>\n`;
}

interface CaseContext {
  readonly suite: string;
  readonly metrics: readonly string[];
}

/** Named by place and question, which are the same in every run of a test; generated ids are not. */
function testCase({ run }: JunitSource, turn: Turn, { suite, metrics }: CaseContext): string {
  const interaction = run.plan.scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
  const question = cutText(interaction?.user_message ?? '', MAX_TITLE_LENGTH);
  const name = `attempt ${turn.attemptNo + 1}, turn ${turn.turnNo + 1}: ${question.replaceAll(/\s+/g, ' ')}`;
  const scores = roundScores(turn.scores);
  const about = properties([
    ['interaction_id', interaction?.id ?? ''],
    ...metrics.flatMap((metric) => {
      const score = scores[metric];
      return typeof score === 'number' ? [[`scores.${metric}`, score] as const] : [];
    }),
  ]);
  const texts = [
    `User:\n${cutText(interaction?.user_message ?? '', MAX_TEXT_LENGTH)}`,
    `Reply:\n${cutText(turn.reply, MAX_TEXT_LENGTH)}`,
    `Reference:\n${cutText(interaction?.reference_reply ?? '', MAX_TEXT_LENGTH)}`,
  ].join('\n\n');
  const head = attributes({ classname: suite, name, time: turn.latencyMs / 1000 });
  return `<testcase${head}>\n${about}${failureOf(turn)}<system-out>${xmlText(texts)}</system-out>\n</testcase>\n`;
}

function failureOf(turn: Turn): string {
  const { outcome, error } = turn;
  if (outcome !== 'endpoint_failed') return turn.passed === false ? notPassed(turn) : '';
  const message = cutText(error?.message ?? 'Request failed', MAX_TEXT_LENGTH);
  const facts = error
    ? `status ${error.status ?? 'none'}, ${error.tries} tries, ${formatDuration(error.elapsed_ms)}`
    : '';
  return `<failure${attributes({ type: error?.kind ?? 'unknown', message })}>${xmlText(facts)}</failure>\n`;
}

function notPassed(turn: Turn): string {
  const broken = describeFailedChecks(turn);
  const overall = roundScores(turn.scores)['overall'];
  const message = broken[0] ?? `overall ${overall ?? 'unknown'} is below the pass_threshold`;
  const type = broken.length > 0 ? 'check' : 'pass_threshold';
  return `<failure${attributes({ type, message: cutText(message, MAX_TEXT_LENGTH) })}>${xmlText(broken.join('\n'))}</failure>\n`;
}

function properties(pairs: readonly (readonly [name: string, value: string | number])[]): string {
  const lines = pairs.map(([name, value]) => `<property${attributes({ name, value })}/>\n`);
  return `<properties>\n${lines.join('')}</properties>\n`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * XML 1.0 has no way to write most control characters, half a surrogate pair, U+FFFE and U+FFFF: they are
 * replaced. No package for escaping does that, and without it the other five characters are not worth one.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Between tags. A reader would turn a carriage return into a line feed. */
function xmlText(text: string): string {
  return escape(text, /[&<>\r]/g);
}

/** Between quotes. A reader would turn tabs and ends of lines into spaces. */
function xmlAttribute(text: string): string {
  return escape(text, /[&<>"'\t\n\r]/g);
}

function escape(text: string, special: RegExp): string {
  return text
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(special, (character) => NAMES[character] ?? '');
}

const MAX_SUITE_LENGTH = 200;

/** What test cases are grouped by: no two alike, and without dots, which would make packages of them. */
function suiteNames(scenarios: readonly Pick<PlannedScenario, 'name'>[]): readonly string[] {
  const taken = new Set<string>();
  return scenarios.map(({ name }, no) => {
    const plain = cutText(name, MAX_SUITE_LENGTH).replaceAll('.', '_');
    let unique = plain;
    while (taken.has(unique)) unique = `${unique} #${no + 1}`;
    taken.add(unique);
    return unique;
  });
}
