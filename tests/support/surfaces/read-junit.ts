import { XMLParser } from 'fast-xml-parser';
import assert from 'node:assert/strict';

/** How many test cases a build server shows, by their outcome. */
export interface JunitCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface TestCase {
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}

interface TestSuite extends Readonly<Record<string, unknown>> {
  readonly testcase?: readonly TestCase[];
}

/** Counts the test cases of a JUnit report. The counts in its attributes must be the same. */
export function readJunit(xml: string): JunitCounts {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const { testsuites } = parser.parse(xml) as {
    readonly testsuites: Readonly<Record<string, unknown>> & {
      readonly testsuite?: readonly TestSuite[];
    };
  };
  const suites = testsuites.testsuite ?? [];
  const cases = suites.flatMap(({ testcase = [] }) => testcase);
  const counts = countCases(cases);
  assert.deepEqual(attributeCounts(testsuites), counts, 'the attributes of testsuites');
  for (const suite of suites) {
    assert.deepEqual(attributeCounts(suite), countCases(suite.testcase ?? []), 'a testsuite');
  }
  return counts;
}

function countCases(cases: readonly TestCase[]): JunitCounts {
  const having = (key: keyof TestCase): number =>
    cases.filter((testCase) => testCase[key] !== undefined).length;
  return {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
}

function attributeCounts(of: Readonly<Record<string, unknown>>): JunitCounts {
  const count = (name: string): number => Number(of[name] ?? 0);
  return {
    tests: count('tests'),
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  };
}
