import { LARGEST } from './largest-body.ts';
import type { Environment } from './open-environment.ts';
import { forgetPeak, memoryOf } from './process-usage.ts';
import { SERVICES, type ServiceUnderAttack } from './request.ts';

/** How much memory a service may take, compared with the largest bodies: the time of garbage collection varies. */
const MAX_TIMES = 1.5;
const AT_ONCE = 8;
const ROUNDS = 2;

/** The peak of each service with the largest bodies, in MiB. */
export type MemoryLimits = Readonly<Record<ServiceUnderAttack, number>>;

/** Measures the memory of both services while they get as many of the largest bodies at once as attacks are sent. */
export async function measureMemory(environment: Environment): Promise<MemoryLimits> {
  for (const name of SERVICES) {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const request of [LARGEST[name].values, LARGEST[name].text]) {
        // Some are refused while they are sent, which breaks their connection off.
        const send = (): Promise<unknown> => environment.send(request).catch(() => undefined);
        await Promise.all(Array.from({ length: AT_ONCE }, send));
      }
    }
  }
  environment.countTries(-environment.tried());
  return { agent: peakMiB(environment, 'agent'), evals: peakMiB(environment, 'evals') };
}

function peakMiB(environment: Environment, name: ServiceUnderAttack): number {
  return memoryOf(environment.service(name).process.pid ?? 0)?.peakMiB ?? 0;
}

interface MemoryWatch {
  read(): { readonly growthMiB: number; readonly breaches: readonly string[] };
}

/** Watches the memory of both services: the peak since the last watch. */
export function watchMemory(environment: Environment, largest: MemoryLimits): MemoryWatch {
  const started = new Map(
    SERVICES.map((name) => {
      const pid = environment.service(name).process.pid ?? 0;
      forgetPeak(pid);
      return [name, memoryOf(pid)?.nowMiB ?? 0];
    }),
  );
  return {
    read() {
      const peaks = SERVICES.map((name) => ({ name, peak: peakMiB(environment, name) }));
      const growth = peaks.map(({ name, peak }) => peak - (started.get(name) ?? 0));
      const breaches = peaks
        .filter(({ name, peak }) => peak > MAX_TIMES * largest[name])
        .map(
          ({ name, peak }) =>
            `${name} takes ${Math.round(peak)} MiB, and ${Math.round(largest[name])} MiB with the largest bodies`,
        );
      return { growthMiB: Math.max(...growth), breaches };
    },
  };
}
