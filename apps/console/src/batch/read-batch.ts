import type {
  BatchReading,
  BatchRequest,
  Finding,
  LineFinding,
  BatchScenario,
  Report,
} from './batch-types.ts';
import { checkScenario } from './check-scenario.ts';
import { isObject } from './is-object.ts';
import { locateJson } from './locate-json.ts';

const NO_BATCH =
  'this is not a batch: it needs "test_batch" with "interactions" or a "user", or an array of scenarios';

/** Reads a pasted batch: a whole request, one scenario, or an array of scenarios. A request may name a dataset instead. */
export function readBatch(text: string): BatchReading {
  const located = locateJson(text);
  if (located.state === 'broken') {
    const { line, message } = located;
    return unreadable([{ level: 'error', line, text: message }]);
  }
  const whole = toRequest(located.value);
  if (whole === undefined) return unreadable([{ level: 'error', line: 1, text: NO_BATCH }]);
  const { request, pointer } = whole;
  const findings: Finding[] = [];
  const report: Report = (finding) => void findings.push(finding);
  const scenarios = 'test_batch' in request ? checkBatch(request.test_batch, pointer, report) : [];
  const hasErrors = findings.some(({ level }) => level === 'error');
  return {
    findings: mergeFindings(findings).map(({ level, text: message, pointer: at }) => ({
      level,
      line: located.lineOf(at),
      text: message,
    })),
    scenarios,
    request: hasErrors ? undefined : request,
    lineOf: (asked) => located.lineOf(asked.replace(/^\/test_batch(?=\/|$)/, pointer)),
  };
}

function unreadable(findings: readonly LineFinding[]): BatchReading {
  return { findings, scenarios: [], request: undefined, lineOf: () => 1 };
}

function toRequest(
  value: unknown,
): { readonly request: BatchRequest; readonly pointer: string } | undefined {
  if (Array.isArray(value)) return { request: { test_batch: value }, pointer: '' };
  if (!isObject(value)) return undefined;
  if ('test_batch' in value || typeof value['dataset'] === 'string') {
    return { request: value, pointer: '/test_batch' };
  }
  const isScenario = 'interactions' in value || 'user' in value;
  return isScenario ? { request: { test_batch: value }, pointer: '' } : undefined;
}

function checkBatch(batch: unknown, pointer: string, report: Report): readonly BatchScenario[] {
  if (!Array.isArray(batch)) return [checkScenario(batch, { pointer, position: 0, report })];
  if (batch.length === 0) report({ level: 'error', pointer, text: 'there are no scenarios' });
  const all: readonly unknown[] = batch;
  return all.map((scenario, position) =>
    checkScenario(scenario, { pointer: `${pointer}/${position}`, position, report }),
  );
}

/** Merges findings with the same text into the first one, with the number of the others. */
function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  const kinds = Map.groupBy(findings, ({ level, text }) => `${level} ${text}`);
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const more = same.length - 1;
    return [{ ...first, text: more === 0 ? first.text : `${first.text} (and ${more} more)` }];
  });
}
