/**
 * What an attack may cost, as a multiple of the dearest request that is allowed: one with a body of the maximum size that
 * is refused. Both are measured on the same machine at the same time.
 */
import { heldUp } from '../../support/services/held-up.ts';
import type { Service } from '../../support/services/start-service.ts';
import type { AttackRequest } from './request.ts';
import { send } from './send.ts';

/** The dearest attacks take about as long as the largest body, and one that succeeds takes many times as long. */
const MAX_TIMES = 2;
const ROUNDS = 3;

const OBJECT = `{${Array.from({ length: 1000 }, (_, no) => `"k${no}":0`).join(',')}}`;
const VALUES = `[${Array.from({ length: 195 }, () => OBJECT).join(',')}]`;

const HEADERS = { 'x-model-id': 'sim/v1' };

/** Requests with the largest bodies: with the maximum number of values, and with a long text. */
export const LARGEST: Readonly<
  Record<AttackRequest['service'], Readonly<Record<'values' | 'text', AttackRequest>>>
> = {
  agent: largestAt('agent', '/'),
  evals: largestAt('evals', '/evaluate'),
};

function largestAt(
  service: AttackRequest['service'],
  path: string,
): Readonly<Record<'values' | 'text', AttackRequest>> {
  const request = { service, method: 'POST', path, key: 'alpha', headers: HEADERS } as const;
  return {
    values: { ...request, body: `{"messages":${VALUES},"test_batch":[]}` },
    text: { ...request, body: `{"messages":"${'x'.repeat(11_000_000)}","test_batch":[]}` },
  };
}

/** Returns for how many milliseconds of CPU a service without keys is held up by refusing the largest body. */
export async function holdByLargestBody(
  service: Service,
  name: AttackRequest['service'],
): Promise<number> {
  await heldUp(service); // forgets what was before
  const { key: _, ...request } = LARGEST[name].values;
  await send(service.url, request);
  return (await heldUp(service)).cpu_ms;
}

interface Compared {
  readonly bare: () => Promise<number>;
  readonly work: () => Promise<number>;
}

/**
 * Returns the fault if `work` costs too much compared with `bare`. Other work of the process can only add to a
 * measurement, so it costs too much only if it does in each of three rounds.
 */
export async function findExcess({ bare, work }: Compared): Promise<string | undefined> {
  const ratios: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareMs = await bare();
    const ratio = (await work()) / bareMs;
    if (ratio <= MAX_TIMES) return undefined;
    ratios.push(ratio.toFixed(1));
  }
  return `${ratios.join(', ')} times the CPU of refusing the largest body, at most ${MAX_TIMES} times are allowed`;
}
