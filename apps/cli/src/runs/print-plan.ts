import { ApiError, type EvaluationInput } from '@fairtrial/client';
import { countRunCalls, showAddress, type PlayedRun, type Settings } from '@fairtrial/contracts';
import { formatCount, formatCountRange, formatMany } from '@fairtrial/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText } from '../terminal/text-layout.ts';
import { planScenarios, type PlannedScenarios } from './plan-scenarios.ts';

const NAME_WIDTH = 40;

/**
 * `--dry-run`: prints how many calls the endpoint, the judges and the model of simulated users would get. Throws if the
 * service would reject a run of this size, checks without a judge, or a simulated user without its models.
 */
export async function printPlan(
  request: EvaluationInput,
  { client }: Pick<Services, 'client'>,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> {
  const planned = await planScenarios({ client, signal }, request);
  printEndpointCalls(request, planned, terminal);
  try {
    const { judges, limits, user_model: userModel } = await client.settings({ signal });
    checkLimits(request, planned, limits);
    checkUser(request, planned, { judges, userModel });
    checkJudges(request, planned, judges);
    printUserCalls({ request, planned, judges, userModel }, terminal);
    printJudgeCalls({ request, planned, judges }, terminal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    terminal.note(
      `! not checked against the limits and the judges of the service: ${sanitizeLine(error.detail)}`,
    );
  }
}

function printEndpointCalls(
  request: EvaluationInput,
  planned: PlannedScenarios,
  { colors, print }: Terminal,
): void {
  const { endpoint, model_id: model, against, concurrency = 8 } = request;
  const { dataset, scenarios, interactions, titles, calls } = planned;
  if (dataset !== undefined) {
    const part = scenarios === dataset.scenarios ? '' : `${formatCount(scenarios)} of `;
    print(`${dataset.label}: ${part}${formatMany(dataset.scenarios, 'scenario')}`);
  }
  print(colors.dim(`${padText('Scenario', NAME_WIDTH)}  Calls`));
  for (const [at, title] of titles.entries()) {
    const { turns = 0, userTurns } = calls[at] ?? {};
    const isMost = userTurns !== undefined;
    print(`${padText(sanitizeLine(title), NAME_WIDTH)}  ${product(turns, request, isMost)}`);
  }
  if (scenarios > titles.length) {
    print(colors.dim(`${formatMany(scenarios - titles.length, 'scenario')} more`));
  }
  const all = product(interactions, request, isSimulated(planned));
  print(colors.bold(`${padText('All', NAME_WIDTH)}  ${all}`));
  const models = [model, against ?? []].flat().map(sanitizeLine).join(' and ');
  print(
    `to ${sanitizeLine(showAddress(endpoint))} as ${models}, ${concurrency} at a time; retries not counted`,
  );
}

function isSimulated({ calls }: PlannedScenarios): boolean {
  return calls.some(({ userTurns }) => userTurns !== undefined);
}

/** 4 × 5 = 20, or 4 × 5 × 2 = 40 with a second model; a maximum with early stopping or a simulated user. */
function product(turns: number, request: EvaluationInput, isMost: boolean): string {
  const { attempts, models } = playedRun(request, 0);
  const factors = [turns, attempts, ...(models === 1 ? [] : [models])];
  const upTo = isMost || request.stop_early === true ? 'up to ' : '';
  return `${upTo}${factors.join(' × ')} = ${turns * attempts * models}`;
}

interface Judged {
  readonly request: EvaluationInput;
  readonly planned: PlannedScenarios;
  readonly judges: readonly string[];
}

/** Calls to the endpoint and messages of simulated users, who may end a conversation earlier, or play it again. */
function printUserCalls(
  { request, planned, judges, userModel }: Judged & { readonly userModel: string | null },
  { print }: Terminal,
): void {
  if (!isSimulated(planned)) return;
  const { endpoint, users } = countRunCalls(planned.calls, playedRun(request, judges.length));
  const replays = 'a conversation that the simulated user spoils is played again, up to twice';
  print(`${rangeText(endpoint, { request, planned })} to the endpoint in all: ${replays}`);
  const messages = rangeText(users, { request, planned });
  print(`${messages} to the model of the simulated user (${sanitizeLine(userModel ?? '')})`);
}

function printJudgeCalls({ request, planned, judges }: Judged, { print }: Terminal): void {
  const { calls, scenarios } = planned;
  const counted = countRunCalls(calls, playedRun(request, judges.length)).judges;
  const isEstimate = calls.length < scenarios;
  if (counted.most === 0 && !isEstimate) return;
  const names = judges.map(sanitizeLine).join(', ');
  const range = rangeText(counted, { request, planned });
  print(`${range} to judges (${names}); retries, annotations and probes not counted`);
  if (isEstimate) print(`estimated from the first ${formatMany(calls.length, 'scenario')}`);
}

/**
 * 36–60 calls. If only the first scenarios of a dataset were read, the number is scaled up and printed as an estimate.
 */
function rangeText(
  counted: { readonly least: number; readonly most: number },
  { request, planned: { calls, scenarios } }: Pick<Judged, 'request' | 'planned'>,
): string {
  const isEstimate = calls.length < scenarios;
  const scale = isEstimate ? scenarios / calls.length : 1;
  const [least, most] = [Math.round(counted.least * scale), Math.round(counted.most * scale)];
  const prefix = `${request.stop_early === true ? 'up to ' : ''}${isEstimate ? 'about ' : ''}`;
  return `${prefix}${formatCountRange({ least, most })} ${most === 1 ? 'call' : 'calls'}`;
}

function playedRun(request: EvaluationInput, judges: number): PlayedRun {
  const { attempts, against, judge, scorers } = request;
  const models = against === undefined || against === null ? 1 : 2;
  return { attempts: attempts ?? 1, models, judges, judge, scorers };
}

/** Throws if a simulated user has no model, or no judge that audits its conversations. */
function checkUser(
  request: EvaluationInput,
  planned: PlannedScenarios,
  { judges, userModel }: { readonly judges: readonly string[]; readonly userModel: string | null },
): void {
  if (!isSimulated(planned)) return;
  const isJudged = judges.length > 0 && request.judge !== false;
  if (isJudged && userModel !== null) return;
  const advice =
    userModel === null
      ? 'a simulated user needs a model that plays it. Set USER_MODEL of the service.'
      : 'a judge audits every conversation of a simulated user. Set JUDGE_MODEL of the service, and do not switch the judge off.';
  throw new CliError(EXIT.usage, `the service would refuse this run: ${advice}`);
}

/** Throws if checks need a judge and the run has none. */
function checkJudges(
  request: EvaluationInput,
  { calls }: PlannedScenarios,
  judges: readonly string[],
): void {
  const isJudged = judges.length > 0 && request.judge !== false;
  if (isJudged || calls.every(({ checks }) => checks === 0)) return;
  throw new CliError(
    EXIT.usage,
    'the service would refuse this run: checks in words need a judge. Set JUDGE_MODEL of the service, and do not switch the judge off.',
  );
}

/** Throws if a run is larger than the service allows. */
function checkLimits(
  request: EvaluationInput,
  { interactions, dataset }: PlannedScenarios,
  limits: Settings['limits'],
): void {
  const attempts = request.attempts ?? 1;
  const [variable, size, limit, what] =
    (
      [
        ['MAX_ATTEMPTS', attempts, limits.attempts, 'attempts'],
        ['MAX_INTERACTIONS', interactions, limits.interactions, 'interactions'],
        ['MAX_TURNS', attempts * interactions, limits.turns, 'attempts × interactions'],
      ] as const
    ).find(([, value, most]) => value > most) ?? [];
  if (size === undefined || limit === undefined) return;
  const fewer = dataset === undefined ? 'Play fewer' : 'Play fewer (--sample)';
  throw new CliError(
    EXIT.usage,
    `the service would refuse this run: it has ${formatCount(size)} ${what}, and at most ${formatCount(limit)} are allowed. ${fewer}, or raise ${variable} of the service.`,
  );
}
