import { median, round3 } from '../figures.ts';
import { startScript } from '../processes.ts';
import { sendAtOnce } from './callers.ts';
import { holdStreams, type HeldStreams } from './hold-streams.ts';
import { measurePeak, overload } from './overload.ts';
import { startAgent } from './start-agent.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 6);
const OVERLOAD_SECONDS = 10;
const HELD_STREAMS = 1000;
/** A stream of ten seconds: 20 words per second. */
const MODEL = ['agent/model.ts', '200', '20'] as const;

interface Round {
  readonly burst_500: number;
  readonly burst_1000: number;
  readonly burst_500_streams: number;
  readonly goodput: number;
  readonly livez_p99_ms: number;
  /** In processor time of the agent: equals the latency on an otherwise idle machine. */
  readonly livez_p99_cpu_ms: number;
  readonly held_streams: HeldStreams;
}

/**
 * Measures what an agent admits: bursts to a warm idle process, three times its peak load, and held streams.
 * `BENCH_AGAINST=<folder of another checkout>` measures that checkout alternately at the same rates.
 */
export async function measureAdmission(): Promise<object> {
  const other = process.env['BENCH_AGAINST'];
  const sides = other === undefined ? [undefined] : [other, undefined];
  const rounds: Round[][] = sides.map(() => []);
  for (let no = 0; no < ROUNDS; no += 1) {
    let peak: number | undefined;
    for (const [side, checkout] of sides.entries()) {
      const round = await playRound(checkout, peak);
      ({ peak } = round);
      rounds[side]?.push(round);
      console.error(JSON.stringify({ round: no + 1, checkout: checkout ?? 'this', ...round }));
    }
  }
  const [before, after = before] = rounds.map(summarize);
  if (other === undefined || !before || !after) return { bench: 'admission', ...after };
  return {
    bench: 'admission',
    ...after,
    against: before,
    goodput_ratio: round3(after.goodput / before.goodput),
    livez_p99_ratio: round3(after.livez_p99_ms / before.livez_p99_ms),
    livez_p99_cpu_ratio: round3(after.livez_p99_cpu_ms / before.livez_p99_cpu_ms),
  };
}

/** Measures one process. Both sides of a round get the peak of the first, so that they have the same load. */
async function playRound(
  checkout: string | undefined,
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
  const { goodput, livez } = await overload(agent, peak, OVERLOAD_SECONDS);
  const held = await holdStreams(agent.url, HELD_STREAMS);
  return {
    peak,
    ...bursts,
    goodput,
    livez_p99_ms: livez.p99,
    livez_p99_cpu_ms: livez.cpu.p99,
    held_streams: held,
  };
}

function summarize(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number): number => round3(median(rounds.map(read)));
  const least = (read: (round: Round) => number): number => Math.min(...rounds.map(read));
  return {
    burst_500: least((round) => round.burst_500),
    burst_1000: least((round) => round.burst_1000),
    burst_500_streams: least((round) => round.burst_500_streams),
    goodput: of((round) => round.goodput),
    livez_p99_ms: of((round) => round.livez_p99_ms),
    livez_p99_cpu_ms: of((round) => round.livez_p99_cpu_ms),
    held_streams: {
      held: of((round) => round.held_streams.held),
      refused: of((round) => round.held_streams.refused),
      event_loop_p99_ms: of((round) => round.held_streams.event_loop_p99_ms),
    },
  };
}
