import { showAddress, type GateVerdict, type Headline } from '@assay/contracts';
import type { PlannedScenario } from '../db/runs/run.ts';
import type { Turn } from '../db/turns/turn.ts';
import type { RunResult } from '../runs/read/run-result.ts';
import { roundScores } from '../runs/summary/rounding.ts';
import { cutText, describeFailedChecks, sortMetrics } from './format.ts';
import {
  addCounts,
  countFaults,
  countSuite,
  type SuiteCounts,
  type TurnCounts,
} from './junit-counts.ts';
import {
  faultRules,
  gateFault,
  headlineFault,
  turnFault,
  writeFault,
  type CaseFault,
  type FaultRules,
} from './junit-fault.ts';
import { attributes, xmlText } from './xml.ts';

interface JunitSource extends RunResult {
  readonly counts: readonly TurnCounts[];
}

/** CI systems show these in lists, and fail on reports that are too large. */
const MAX_TITLE_LENGTH = 80;
const MAX_TEXT_LENGTH = 10_000;

/** The name of the first suite: the headline and the gates. */
const FIRST_SUITE = 'assay';
const NOTHING = { turns: 0, failedRequests: 0, failedChecks: 0, latencyMs: 0 };

/**
 * First a suite with the headline and the gates, then one per scenario with a test case for each of its turns. A turn
 * below the pass threshold is not a failure in itself: the headline gives the result of the run.
 */
export async function* writeJunit(source: JunitSource): AsyncGenerator<string> {
  const { run, summary, turns } = source;
  const { scenarios } = run.plan;
  const names = suiteNames(scenarios);
  const metrics = sortMetrics(summary.stats);
  const rules = faultRules(summary.headline, run.plan);
  const first = firstSuite(summary.headline, summary.gate);
  const suites = scenarios.map((_, no) =>
    countSuite(countsOf(source, no), unplayed(source, no), rules),
  );
  let current = -1;
  /** Suites are in plan order, including those without a turn. */
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
  const all = addCounts([first.counts, ...suites]);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: run.plan.testName, ...all })}>\n`;
  yield first.xml;
  for await (const page of turns) {
    let text = '';
    for (const turn of page) {
      const message = scenarios[turn.scenarioNo]?.interactions[turn.turnNo]?.user_message;
      if (message === undefined) continue;
      text += moveTo(turn.scenarioNo);
      text += testCase(source, turn, { suite: names[turn.scenarioNo] ?? '', metrics, rules });
    }
    yield text;
  }
  yield `${moveTo(scenarios.length)}</testsuites>\n`;
}

function firstSuite(
  headline: Headline,
  gate: GateVerdict | undefined,
): { readonly counts: SuiteCounts; readonly xml: string } {
  const cases: readonly (readonly [name: string, fault: CaseFault | undefined])[] = [
    ['headline', headlineFault(headline)],
    ...(gate?.gates ?? []).map((finding) => [`gate: ${finding.gate}`, gateFault(finding)] as const),
  ];
  const counts = countFaults(cases.map(([, fault]) => fault));
  const about = properties([
    ['result', headline.result],
    ['status', headline.status],
    ['exit_code', headline.exit_code],
    ['basis', headline.basis ?? ''],
    ['title', headline.title],
    ['why', headline.why],
    ['next', headline.next ?? ''],
  ]);
  const lines = cases.map(([name, fault]) => {
    const head = attributes({ classname: FIRST_SUITE, name, time: 0 });
    return `<testcase${head}>\n${writeFault(fault)}</testcase>\n`;
  });
  const head = attributes({ name: FIRST_SUITE, ...counts });
  return { counts, xml: `<testsuite${head}>\n${about}${lines.join('')}</testsuite>\n` };
}

function countsOf({ counts }: JunitSource, scenarioNo: number): Omit<TurnCounts, 'scenarioNo'> {
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
    ['endpoint', showAddress(plan.endpoint)],
    ['scenario', scenarioNo],
    ['scenario_id', plan.scenarios[scenarioNo]?.id ?? ''],
    ...means.map(([metric, mean]) => [`scores.${metric}`, mean] as const),
  ]);
  return `<testsuite${attributes({ id: scenarioNo, ...counts, timestamp })}>\n${about}`;
}

/** Turns that were not played must not look as if they had passed. */
function closeSuite(source: JunitSource, scenarioNo: number, suite: string): string {
  const missing = unplayed(source, scenarioNo);
  if (missing <= 0) return '</testsuite>\n';
  const why = source.run.stoppedBy ? 'the budget of the run was spent' : 'the run was cancelled';
  const message = `${missing} interactions were not played: ${why}`;
  const name = attributes({ classname: suite, name: 'not played', time: 0 });
  return `<testcase${name}>\n<skipped${attributes({ message })}/>\n</testcase>\n</testsuite>\n`;
}

interface CaseContext {
  readonly suite: string;
  readonly metrics: readonly string[];
  readonly rules: FaultRules;
}

/** Test cases are named by position and question, which are the same in every run of a test; generated ids are not. */
function testCase({ run }: JunitSource, turn: Turn, context: CaseContext): string {
  const { suite, metrics, rules } = context;
  const interaction = run.plan.scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
  const question = cutText(interaction?.user_message ?? '', MAX_TITLE_LENGTH);
  const name = `attempt ${turn.attemptNo + 1}, turn ${turn.turnNo + 1}: ${question.replaceAll(/\s+/g, ' ')}`;
  const scores = roundScores(turn.scores);
  const about = properties([
    ['interaction_id', interaction?.id ?? ''],
    ...(turn.passed === undefined ? [] : [['passed', String(turn.passed)] as const]),
    ...describeFailedChecks(turn).map((check) => ['failed_check', check] as const),
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
  return `<testcase${head}>\n${about}${writeFault(turnFault(turn, interaction ?? {}, rules))}<system-out>${xmlText(texts)}</system-out>\n</testcase>\n`;
}

function properties(pairs: readonly (readonly [name: string, value: string | number])[]): string {
  const lines = pairs.map(([name, value]) => `<property${attributes({ name, value })}/>\n`);
  return `<properties>\n${lines.join('')}</properties>\n`;
}

const MAX_SUITE_LENGTH = 200;

/** Unique names to group test cases by. They have no dots, because readers treat dots as package separators. */
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
