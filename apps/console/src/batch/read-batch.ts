import { checkScenario, isObject, type Finding, type Report } from './check-scenario.ts';
import { locateJson } from './locate-json.ts';

/** A finding, and where it is. */
export interface LineFinding {
  readonly level: Finding['level'];
  readonly line: number;
  readonly text: string;
}

/** What is going to be run. */
export interface PlannedScenario {
  readonly name: string;
  readonly turns: number;
}

export interface BatchReading {
  readonly findings: readonly LineFinding[];
  readonly scenarios: readonly PlannedScenario[];
  /** The request without its target, or undefined where something is wrong with it. */
  readonly request: BatchRequest | undefined;
  /** The line of what the service speaks of, by its JSON pointer into the request. */
  readonly lineOf: (pointer: string) => number;
}

export interface BatchRequest {
  readonly test_batch: unknown;
  readonly [field: string]: unknown;
}

const NO_BATCH =
  'this is no batch: it needs "test_batch" with "interactions", or an array of scenarios';

/** Reads a batch as it is pasted: a whole request, one scenario, or an array of scenarios. */
export function readBatch(text: string): BatchReading {
  const located = locateJson(text);
  if (located.state === 'broken') {
    const { line, message } = located;
    return refused([{ level: 'error', line, text: message }]);
  }
  const whole = toRequest(located.value);
  if (whole === undefined) return refused([{ level: 'error', line: 1, text: NO_BATCH }]);
  const { request, pointer } = whole;
  const findings: Finding[] = [];
  const report: Report = (finding) => void findings.push(finding);
  const scenarios = checkBatch(request.test_batch, pointer, report);
  const isWrong = findings.some(({ level }) => level === 'error');
  return {
    findings: gather(findings).map(({ level, text: told, pointer: at }) => ({
      level,
      line: located.lineOf(at),
      text: told,
    })),
    scenarios,
    request: isWrong ? undefined : request,
    lineOf: (asked) => located.lineOf(asked.replace(/^\/test_batch(?=\/|$)/, pointer)),
  };
}

function refused(findings: readonly LineFinding[]): BatchReading {
  return { findings, scenarios: [], request: undefined, lineOf: () => 1 };
}

function toRequest(
  value: unknown,
): { readonly request: BatchRequest; readonly pointer: string } | undefined {
  if (Array.isArray(value)) return { request: { test_batch: value }, pointer: '' };
  if (!isObject(value)) return undefined;
  if ('test_batch' in value) return { request: value as BatchRequest, pointer: '/test_batch' };
  return 'interactions' in value ? { request: { test_batch: value }, pointer: '' } : undefined;
}

function checkBatch(batch: unknown, pointer: string, report: Report): readonly PlannedScenario[] {
  if (!Array.isArray(batch)) return [checkScenario(batch, { pointer, position: 0, report })];
  if (batch.length === 0) report({ level: 'error', pointer, text: 'there is no scenario' });
  const all: readonly unknown[] = batch;
  return all.map((scenario, position) =>
    checkScenario(scenario, { pointer: `${pointer}/${position}`, position, report }),
  );
}

/** The same remark many times is one remark: the first of its kind, and how many more. */
function gather(findings: readonly Finding[]): readonly Finding[] {
  const kinds = Map.groupBy(findings, ({ level, text }) => `${level} ${text}`);
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const more = same.length - 1;
    return [{ ...first, text: more === 0 ? first.text : `${first.text} (and ${more} more)` }];
  });
}
