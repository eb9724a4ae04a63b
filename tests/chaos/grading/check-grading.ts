import {
  checkRepeats,
  groupCalls,
  listBreaches,
  listLate,
  listTwice,
  type Breach,
} from '../check-run.ts';
import type { GradedBatch, GradingRecords } from './read-grading.ts';

/** Checks the promises about judgements, results of conversations and looks, even if workers were killed. */
export function checkGrading(records: GradingRecords): readonly Breach[] {
  return [
    ...listBreaches(
      'I1',
      'runs that did not complete',
      records.state === 'completed' ? [] : [records.state],
    ),
    ...checkAttempts(records),
    ...checkAnswers(records),
    ...checkQuestions(records),
    ...checkLooks(records),
  ];
}

/** I1, I2: exactly the attempts that the looks planned are played, and each conversation has one result. */
function checkAttempts(records: GradingRecords): Breach[] {
  const planned = listPlanned(records);
  const { attempts, complete, conversations } = records;
  return [
    ...compare('I2', 'played attempts', { expected: planned, found: attempts }),
    ...compare('I1', 'complete attempts', { expected: planned, found: complete }),
    ...compare('I2', 'results of conversations', { expected: complete, found: conversations }),
  ];
}

/** Lists the attempts up to the look that decided their scenario, or up to the last look. */
function listPlanned({ batch, looks }: GradingRecords): readonly string[] {
  const last = looks.at(-1);
  return Array.from({ length: batch.scenarios }, (_, scenario) => {
    const decision = last?.decisions[scenario] ?? undefined;
    const look = decision === undefined ? last : looks[decision.look];
    const count = look?.attempts ?? batch.attempts;
    return Array.from({ length: count }, (__, attempt) => `${scenario}/${attempt}`);
  }).flat();
}

/** Lists the questions to the judge about one attempt: two about each turn, and one about the conversation. */
export function listQuestions(attempt: string, { turns }: GradedBatch): readonly string[] {
  const ofTurns = Array.from({ length: turns }, (_, turn) => [
    `${attempt}/${turn}/judge/0`,
    `${attempt}/${turn}/checks/0`,
  ]);
  return [...ofTurns.flat(), `${attempt}/conversation/checks/0`];
}

/** I1: every question has exactly one stored answer. */
function checkAnswers({ answers, complete, batch }: GradingRecords): Breach[] {
  const found = answers.map(({ question }) => question).filter((question) => !isProbe(question));
  const expected = complete.flatMap((attempt) => listQuestions(attempt, batch));
  return compare('I1', 'stored answers of the judge', { expected, found });
}

type Questions = Pick<GradingRecords, 'answers' | 'kills' | 'judgeConcurrency' | 'calls' | 'runId'>;

/** I4: a stored answer is never asked for again; other questions only if they were in flight at a kill. */
export function checkQuestions(records: Questions): Breach[] {
  const { answers, kills, judgeConcurrency: inFlight } = records;
  const committed = new Map(answers.map((answer) => [answer.question, answer.committed]));
  const groups = groupCalls(records.calls, records.runId);
  const late = listLate(groups, (question) => committed.get(question));
  return [
    ...listBreaches('I4', 'questions asked again after their answer was stored', late),
    ...checkRepeats('questions', groups, { kills, inFlight }),
  ];
}

/** Questions with known answers, which test the judge. */
function isProbe(question: string): boolean {
  return question.includes('/probe/');
}

/** I2: looks have no gaps, each is stored and reported once, and decisions of earlier looks never change. */
function checkLooks({ looks, lookWrites, lookEvents }: GradingRecords): Breach[] {
  const numbers = looks.map((_, no) => no);
  const changed = looks.flatMap(({ no, decisions }) => {
    const before = looks[no - 1]?.decisions ?? [];
    const isKept = before.every(
      (decision, at) =>
        decision === null || JSON.stringify(decision) === JSON.stringify(decisions[at]),
    );
    return isKept ? [] : [`${no}`];
  });
  const ends = looks.filter(({ isLast }) => isLast).map(({ no }) => no);
  return [
    ...compare('I2', 'numbers of looks', {
      expected: numbers.map(String),
      found: looks.map(({ no }) => `${no}`),
    }),
    ...compare('I2', 'writes of looks', {
      expected: numbers.map((no) => `${no} INSERT`),
      found: lookWrites,
    }),
    ...compare('I2', 'events of looks', {
      expected: numbers.map((no) => `${no + 1}`),
      found: lookEvents.map(String),
    }),
    ...compare('I2', 'last looks', {
      expected: numbers.slice(-1).map(String),
      found: ends.map(String),
    }),
    ...listBreaches('I2', 'looks that changed an earlier decision', changed),
  ];
}

/** Returns a breach for each kind of difference: missing, not expected, or found more than once. */
function compare(
  promise: string,
  what: string,
  { expected, found }: { readonly expected: readonly string[]; readonly found: readonly string[] },
): Breach[] {
  const [wanted, seen] = [new Set(expected), new Set(found)];
  return [
    ...listBreaches(promise, `${what}: missing`, [...wanted.difference(seen)]),
    ...listBreaches(promise, `${what}: not expected`, [...seen.difference(wanted)]),
    ...listBreaches(promise, `${what}: more than one`, listTwice(found)),
  ];
}
