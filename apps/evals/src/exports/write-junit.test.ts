import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario, exampleGraded } from '../testing/example-rows.ts';
import {
  exampleHeadline,
  exampleResult,
  exampleResultFrom,
  joined,
} from '../testing/example-result.ts';
import { NASTY } from '../testing/hostile-text.ts';
import { writeJunit } from './write-junit.ts';

const unit = fc.oneof(
  fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  fc.constantFrom('<', '>', '&', '"', "'", ']', '\r', '\n', '\t', '\0', '\u001F', '\u{1F600}'),
);
const anyText = fc.string({ unit });

interface Property {
  readonly name: string;
  readonly value: string;
}
interface Fault {
  readonly type: string;
  readonly message: string;
  readonly '#text': string;
}
interface Case {
  readonly name: string;
  readonly classname: string;
  readonly 'system-out'?: string;
  readonly properties?: { readonly property: Property[] };
  readonly failure?: Fault;
  readonly error?: Fault;
  readonly skipped?: { readonly message: string };
}
interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly properties: { readonly property: Property[] };
  readonly testcase?: Case[];
}
interface Report {
  readonly testsuites: {
    readonly name: string;
    readonly tests: string;
    readonly failures: string;
    readonly errors: string;
    readonly skipped: string;
    readonly testsuite: Suite[];
  };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1e7, maxExpandedLength: 1e8 },
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
});

function read(xml: string): Report['testsuites'] {
  assert.equal(XMLValidator.validate(xml), true);
  return (parser.parse(xml) as Report).testsuites;
}

/** The text as far as XML 1.0 can hold it; an independent implementation. */
function holdable(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 && !['\t', '\n', '\r'].includes(character);
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    return isControl || isHalf || code === 0xfffe || code === 0xffff ? '\uFFFD' : character;
  }).join('');
}

const EMPTY = { failedRequests: 0, failedChecks: 0, openChecks: 0, conversations: 0 };
const ONE = [{ ...EMPTY, scenarioNo: 0, turns: 1, latencyMs: 1 }];
const DEAD = exampleHeadline({ result: 'requests_failed', status: 'inconclusive', exit_code: 3 });

function propertiesOf({ property }: { readonly property: readonly Property[] }): object {
  return Object.fromEntries(property.map(({ name, value }) => [name, value]));
}

describe('a run as JUnit', () => {
  it('JUnit XML parses and round-trips any text that XML can hold', async () => {
    const check = async (text: string): Promise<void> => {
      const error = { kind: 'http', status: 500, message: text, tries: 1, elapsed_ms: 1 } as const;
      const failed = exampleResult(text, { outcome: 'endpoint_failed', error });
      const summary = { ...failed.summary, headline: { ...DEAD, title: text, why: text } };
      const source = { ...failed, summary, counts: ONE };
      const [, suite] = read(await joined(writeJunit(source))).testsuite;
      const [test] = suite?.testcase ?? [];
      const said = holdable(text);
      assert.equal(suite?.name, said.replaceAll('.', '_'));
      assert.equal(test?.classname, suite.name);
      assert.equal(test.error?.message, said);
      assert.equal(test['system-out'], `User:\n${said}\n\nReply:\n${said}\n\nReference:\n${said}`);
    };
    for (const text of NASTY) await check(text);
    await fc.assert(fc.asyncProperty(anyText, check), { numRuns: 500 });
  });

  it('JUnit XML is well-formed according to xmllint', async (t) => {
    if (spawnSync('xmllint', ['--version']).error) return t.skip('xmllint is not installed');
    for (const text of NASTY) {
      const xml = await joined(writeJunit({ ...exampleResult(text), counts: ONE }));
      const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input: xml });
      assert.equal(status, 0, stderr.toString());
    }
    return undefined;
  });

  it('JUnit XML truncates a very long reply', async () => {
    const source = exampleResult('Hi', { reply: '👍'.repeat(524_288) });
    const xml = await joined(writeJunit({ ...source, counts: ONE }));
    assert.ok(xml.length < 20_000);
    const [test] = read(xml).testsuite[1]?.testcase ?? [];
    assert.ok(test?.['system-out']?.includes(`${'👍'.repeat(5000)}…`));
  });

  it('JUnit XML has a suite per scenario, a case per turn, and failed requests by kind', async () => {
    const interactions = [exampleInteraction(), exampleInteraction({ user_message: 'And\nthen?' })];
    const scenarios = [
      exampleScenario({ name: 'v1.2 greeting', interactions }),
      exampleScenario({ name: 'v1.2 greeting' }),
    ];
    const error = {
      kind: 'timeout',
      status: null,
      message: 'late',
      tries: 2,
      elapsed_ms: 9.6,
    } as const;
    const turns = [
      exampleGraded({ scores: { overall: 0.75, answered: 1 } }),
      exampleGraded({ turnNo: 1, outcome: 'endpoint_failed', error, reply: 'Request failed' }),
      exampleGraded({ scenarioNo: 1 }),
    ];
    const counts = [
      { ...EMPTY, scenarioNo: 0, turns: 2, failedRequests: 1, latencyMs: 2 },
      { ...EMPTY, scenarioNo: 1, turns: 1, latencyMs: 1 },
    ];
    const result = exampleResultFrom(scenarios, turns);
    const source = { ...result, summary: { ...result.summary, headline: DEAD } };
    const report = read(await joined(writeJunit({ ...source, counts })));
    assert.deepEqual([report.tests, report.failures, report.errors], ['4', '0', '2']);
    const [, first, second] = report.testsuite;
    assert.deepEqual([first?.tests, first?.errors, first?.skipped], ['2', '1', '0']);
    assert.deepEqual([first?.name, second?.name], ['v1_2 greeting', 'v1_2 greeting #2']);
    assert.deepEqual(
      first?.testcase?.map(({ name }) => name),
      ['attempt 1, turn 1: Hello', 'attempt 1, turn 2: And then?'],
    );
    const [answered, failed] = first.testcase;
    assert.deepEqual(answered?.properties && propertiesOf(answered.properties), {
      interaction_id: 'i',
      'scores.overall': '0.75',
      'scores.answered': '1',
    });
    assert.equal(answered?.error, undefined);
    assert.deepEqual(failed?.error, {
      type: 'timeout',
      message: 'late',
      '#text': 'status none, 2 tries, 10 ms',
    });
    const about = propertiesOf(first.properties);
    assert.partialDeepStrictEqual(about, {
      run_id: source.run.id,
      model_id: 'v1.2 greeting',
      'scores.overall': '0.5',
    });
  });

  it('JUnit XML shows unplayed turns of a cancelled run as skipped', async () => {
    const scenarios = [exampleScenario(), exampleScenario({ name: 'other' })];
    const source = exampleResultFrom(scenarios, []);
    const { testsuite } = read(await joined(writeJunit({ ...source, counts: [] })));
    assert.deepEqual(
      testsuite
        .slice(1)
        .map(({ name, tests, skipped, testcase }) => [
          name,
          tests,
          skipped,
          testcase?.[0]?.skipped?.message,
        ]),
      ['s', 'other'].map((name) => [
        name,
        '1',
        '1',
        '1 interactions were not played: the run was cancelled',
      ]),
    );
  });
});
