import { ApiError, type EvaluationInput } from '@assay/client';
import {
  countRunCalls,
  countScenarioCalls,
  showAddress,
  type PlayedRun,
  type ScenarioCalls,
  type Settings,
} from '@assay/contracts';
import { formatCount, formatCountRange, formatMany } from '@assay/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText } from '../terminal/text-layout.ts';

const NAME_WIDTH = 40;
const MAX_ROWS = 20;

/**
 * `--dry-run`: prints how many calls the endpoint and the judges would get. Throws if the service would reject a run of
 * this size, or checks without a judge.
 */
export async function printPlan(
  request: EvaluationInput,
  { client }: Pick<Services, 'client'>,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> {
  printEndpointCalls(request, terminal);
  try {
    const { judges, limits } = await client.settings({ signal });
    checkLimits(sizeOf(request), limits);
    checkJudges(request, judges);
    printJudgeCalls(request, judges, terminal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    terminal.note(
      `! not checked against the limits and the judges of the service: ${sanitizeLine(error.detail)}`,
    );
  }
}

function printEndpointCalls(request: EvaluationInput, { colors, print }: Terminal): void {
  const { endpoint, model_id: model, against, concurrency = 8 } = request;
  const scenarios = [request.test_batch].flat();
  print(colors.dim(`${padText('Scenario', NAME_WIDTH)}  Calls`));
  for (const { name, id, interactions } of scenarios.slice(0, MAX_ROWS)) {
    const title = sanitizeLine(name ?? id ?? 'without a name');
    print(`${padText(title, NAME_WIDTH)}  ${product(interactions.length, request)}`);
  }
  if (scenarios.length > MAX_ROWS) {
    print(colors.dim(`${formatMany(scenarios.length - MAX_ROWS, 'scenario')} more`));
  }
  const all = product(sizeOf(request).interactions, request);
  print(colors.bold(`${padText('All', NAME_WIDTH)}  ${all}`));
  const models = [model, against ?? []].flat().map(sanitizeLine).join(' and ');
  print(
    `to ${sanitizeLine(showAddress(endpoint))} as ${models}, ${concurrency} at a time; retries not counted`,
  );
}

/** 4 × 5 = 20, or 4 × 5 × 2 = 40 with a second model; with early stopping a maximum. */
function product(turns: number, request: EvaluationInput): string {
  const { attempts, models } = playedRun(request, 0);
  const factors = [turns, attempts, ...(models === 1 ? [] : [models])];
  const upTo = request.stop_early === true ? 'up to ' : '';
  return `${upTo}${factors.join(' × ')} = ${turns * attempts * models}`;
}

function printJudgeCalls(
  request: EvaluationInput,
  judges: readonly string[],
  { print }: Terminal,
): void {
  const run = playedRun(request, judges.length);
  const { least, most } = countRunCalls(listCalls(request), run).judges;
  if (most === 0) return;
  const names = judges.map(sanitizeLine).join(', ');
  const upTo = request.stop_early === true ? 'up to ' : '';
  const calls = `${upTo}${formatCountRange({ least, most })} ${most === 1 ? 'call' : 'calls'}`;
  print(`${calls} to judges (${names}); retries, annotations and probes not counted`);
}

function listCalls({ test_batch: batch }: EvaluationInput): readonly ScenarioCalls[] {
  return [batch].flat().map(countScenarioCalls);
}

function playedRun(request: EvaluationInput, judges: number): PlayedRun {
  const { attempts, against, judge, scorers } = request;
  const models = against === undefined || against === null ? 1 : 2;
  return { attempts: attempts ?? 1, models, judges, judge, scorers };
}

/** Throws if checks need a judge and the run has none. */
function checkJudges(request: EvaluationInput, judges: readonly string[]): void {
  const isJudged = judges.length > 0 && request.judge !== false;
  if (isJudged || listCalls(request).every(({ checks }) => checks === 0)) return;
  throw new CliError(
    EXIT.usage,
    'the service would refuse this run: checks in words need a judge. Set JUDGE_MODEL of the service, and do not switch the judge off.',
  );
}

interface Size {
  readonly attempts: number;
  readonly interactions: number;
}

function sizeOf({ test_batch: batch, attempts }: EvaluationInput): Size {
  const interactions = [batch].flat().flatMap((scenario) => scenario.interactions);
  return { attempts: attempts ?? 1, interactions: interactions.length };
}

/** Throws if a run is larger than the service allows. */
function checkLimits({ attempts, interactions }: Size, limits: Settings['limits']): void {
  const [variable, size, limit, what] =
    (
      [
        ['MAX_ATTEMPTS', attempts, limits.attempts, 'attempts'],
        ['MAX_INTERACTIONS', interactions, limits.interactions, 'interactions'],
        ['MAX_TURNS', attempts * interactions, limits.turns, 'attempts × interactions'],
      ] as const
    ).find(([, value, most]) => value > most) ?? [];
  if (size === undefined || limit === undefined) return;
  throw new CliError(
    EXIT.usage,
    `the service would refuse this run: it has ${formatCount(size)} ${what}, and at most ${formatCount(limit)} are allowed. Play fewer, or raise ${variable} of the service.`,
  );
}
