import { showAddress } from '@fairtrial/contracts';
import { attemptsAt, type PlannedScenario } from '../entities/run.ts';
import { withConversations } from '../db/turns/with-conversations.ts';
import type { RunResult } from '../runs/read/run-result.ts';
import { markExcluded } from '../runs/summary/leave-out-excluded.ts';
import { cutText, sortMetrics } from './format.ts';
import {
  properties,
  testCase,
  faultRules,
  gateFault,
  headlineFault,
  writeFault,
  type CaseFault,
} from './junit-case.ts';
import {
  addCounts,
  countFaults,
  countSuite,
  type SuiteCounts,
  type TurnCounts,
} from './junit-counts.ts';
import { attributes } from './xml.ts';

interface JunitSource extends RunResult {
  readonly counts: readonly TurnCounts[];
}

/** The name of the first suite: the headline and the gates. */
const FIRST_SUITE = 'fairtrial';
const NOTHING = {
  turns: 0,
  conversations: 0,
  failedRequests: 0,
  failedChecks: 0,
  openChecks: 0,
  latencyMs: 0,
};

/**
 * First a suite with the headline and the gates, then one per scenario with a test case for each of its turns, and for
 * each conversation that has checks. A turn below the pass threshold is not a failure in itself: the headline gives the
 * result of the run.
 */
export async function* writeJunit(source: JunitSource): AsyncGenerator<string> {
  const { run, summary, turns, conversations } = source;
  const { scenarios } = run.plan;
  const names = suiteNames(scenarios);
  const metrics = sortMetrics(summary.stats);
  const rules = faultRules(summary.headline, run.plan);
  const first = firstSuite(summary);
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
  const pages = markExcluded(run.plan, withConversations(turns, conversations));
  for await (const page of pages) {
    let text = '';
    for (const row of page) {
      const context = { suite: names[row.scenarioNo] ?? '', metrics, rules };
      const xml = testCase(scenarios[row.scenarioNo], row, context);
      if (xml !== undefined) text += moveTo(row.scenarioNo) + xml;
    }
    yield text;
  }
  yield `${moveTo(scenarios.length)}</testsuites>\n`;
}

function firstSuite({ headline, gate, comparison }: JunitSource['summary']): {
  readonly counts: SuiteCounts;
  readonly xml: string;
} {
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
    ...(comparison?.changed.length
      ? [['changed_scenarios', comparison.changed.length] as const]
      : []),
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
  const { plan } = source.run;
  const { user, interactions = [] } = plan.scenarios[scenarioNo] ?? {};
  const { turns, conversations } = countsOf(source, scenarioNo);
  const attempts = attemptsAt(plan, scenarioNo);
  // Conversations with a simulated user differ in length.
  return user ? attempts - conversations : interactions.length * attempts - turns;
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
  const isSimulated = source.run.plan.scenarios[scenarioNo]?.user !== undefined;
  const what = isSimulated
    ? `${missing} conversations were not played to their end, or not graded`
    : `${missing} interactions were not played`;
  const message = `${what}: ${why}`;
  const name = attributes({ classname: suite, name: 'not played', time: 0 });
  return `<testcase${name}>\n<skipped${attributes({ message })}/>\n</testcase>\n</testsuite>\n`;
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
