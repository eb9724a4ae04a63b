import { median } from '../figures.ts';
import { startScript } from '../processes.ts';
import type { Options, Report } from '../report.ts';
import { sendAtOnce } from './callers.ts';
import { holdStreams, type HeldStreams } from './hold-streams.ts';
import { measurePeak, overload } from './overload.ts';
import { startAgent } from './start-agent.ts';

const FULL = { rounds: 6, overloadSeconds: 10, streams: 1000 };
const SHORT = { rounds: 1, overloadSeconds: 4, streams: 200 };
/** A stream of ten seconds: 20 words per second. */
const MODEL = ['agent/model.ts', '200', '20'] as const;
/** In an overload, the agent answers at least this many times as much as at its peak. */
const MIN_GOODPUT = 0.5;

interface Round {
  readonly burst_500: number;
  readonly burst_1000: number;
  readonly burst_500_streams: number;
  readonly goodput: number;
  readonly refused_of_answered: number;
  readonly livez_p99_ms: number;
  /** In processor time of the agent: equals the latency on an otherwise idle machine. */
  readonly livez_p99_cpu_ms: number;
  readonly held_streams: HeldStreams;
}

/**
 * Measures what an agent admits: bursts to a warm idle process, three times its peak load, and held streams.
 * `--against <folder of another checkout, built>` measures that checkout alternately at the same rates.
 */
export async function measureAdmission({ short, against }: Options): Promise<Report> {
  const size = short ? SHORT : FULL;
  const sides = against === undefined ? [undefined] : [against, undefined];
  const rounds: Round[][] = sides.map(() => []);
  for (let no = 0; no < size.rounds; no += 1) {
    let peak: number | undefined;
    for (const [side, checkout] of sides.entries()) {
      const round = await playRound(checkout, size, peak);
      ({ peak } = round);
      rounds[side]?.push(round);
      console.error(JSON.stringify({ round: no + 1, checkout: checkout ?? 'this', ...round }));
    }
  }
  const [before, after = before] = rounds.map(summarize);
  if (!before || !after) throw new Error('no round was played');
  return {
    figures: {
      ...after,
      ...(against !== undefined && {
        against: before,
        goodput_ratio: after.goodput / before.goodput,
        livez_p99_ratio: after.livez_p99_ms / before.livez_p99_ms,
        livez_p99_cpu_ratio: after.livez_p99_cpu_ms / before.livez_p99_cpu_ms,
      }),
    },
    limits: {
      burst_500: { min: 500 },
      burst_1000: { min: 1000 },
      goodput: { min: MIN_GOODPUT },
    },
  };
}

/** Measures one process. Both sides of a round get the peak of the first, so that they have the same load. */
async function playRound(
  checkout: string | undefined,
  { overloadSeconds, streams }: typeof FULL,
  peakBefore: number | undefined,
): Promise<Round & { readonly peak: number }> {
  await using model = await startScript(...MODEL);
  const env = { HUB_BASE_URL: `http://127.0.0.1:${model.printed}/v1` };
  await using agent = await startAgent(env, checkout);
  const own = await measurePeak(agent);
  const peak = peakBefore ?? own;
  const burst = async (count: number, stream?: 'stream'): Promise<number> =>
    (await sendAtOnce(agent.url, count, stream)).answered;
  const bursts = {
    burst_500: await burst(500),
    burst_1000: await burst(1000),
    burst_500_streams: await burst(500, 'stream'),
  };
  const { goodput, livez, ends } = await overload(agent, peak, overloadSeconds);
  if (ends.faults.length > 0) throw new Error(ends.faults[0]);
  return {
    peak,
    ...bursts,
    goodput,
    refused_of_answered: ends.refused / ends.answered,
    livez_p99_ms: livez.p99,
    livez_p99_cpu_ms: livez.cpu.p99,
    held_streams: await holdStreams(agent.url, streams),
  };
}

function summarize(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number): number => median(rounds.map(read));
  const least = (read: (round: Round) => number): number => Math.min(...rounds.map(read));
  return {
    burst_500: least((round) => round.burst_500),
    burst_1000: least((round) => round.burst_1000),
    burst_500_streams: least((round) => round.burst_500_streams),
    goodput: of((round) => round.goodput),
    refused_of_answered: of((round) => round.refused_of_answered),
    livez_p99_ms: of((round) => round.livez_p99_ms),
    livez_p99_cpu_ms: of((round) => round.livez_p99_cpu_ms),
    held_streams: {
      held: of((round) => round.held_streams.held),
      refused: of((round) => round.held_streams.refused),
      event_loop_p99_ms: of((round) => round.held_streams.event_loop_p99_ms),
    },
  };
}
