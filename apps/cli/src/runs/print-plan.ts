import { ApiError, type EvaluationInput } from '@assay/client';
import { showAddress, type Settings } from '@assay/contracts';
import { formatCount, formatMany } from '@assay/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText } from '../terminal/text-layout.ts';

const NAME_WIDTH = 40;
const MAX_ROWS = 20;

/** `--dry-run`: prints how many calls the endpoint would get. Throws if the service would reject a run of this size. */
export async function printPlan(
  request: EvaluationInput,
  { client }: Pick<Services, 'client'>,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> {
  const { colors, print } = terminal;
  const scenarios = [request.test_batch].flat();
  const attempts = request.attempts ?? 1;
  const turns = scenarios.reduce((sum, { interactions }) => sum + interactions.length, 0);
  print(colors.dim(`${padText('Scenario', NAME_WIDTH)}  Calls`));
  for (const { name, id, interactions } of scenarios.slice(0, MAX_ROWS)) {
    const calls = `${interactions.length} × ${attempts} = ${interactions.length * attempts}`;
    print(`${padText(sanitizeLine(name ?? id ?? 'without a name'), NAME_WIDTH)}  ${calls}`);
  }
  if (scenarios.length > MAX_ROWS) {
    print(colors.dim(`${formatMany(scenarios.length - MAX_ROWS, 'scenario')} more`));
  }
  print(colors.bold(`${padText('All', NAME_WIDTH)}  ${turns} × ${attempts} = ${turns * attempts}`));
  print(
    `to ${sanitizeLine(showAddress(request.endpoint))} as ${sanitizeLine(request.model_id)}, ${request.concurrency ?? 8} at a time; retries and judges not counted`,
  );
  try {
    checkLimits({ attempts, interactions: turns }, (await client.settings({ signal })).limits);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    terminal.note(`! not checked against the limits of the service: ${sanitizeLine(error.detail)}`);
  }
}

interface Size {
  readonly attempts: number;
  readonly interactions: number;
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
