import { AGENT_MEMORY_MIB, type Environment } from './open-environment.ts';
import { forgetPeak, memoryOf } from './process-usage.ts';
import { SERVICES } from './request.ts';

/** Maximum memory that attacks may add to a service. */
export const MAX_GROWTH_MIB = 200;

interface MemoryWatch {
  read(): { readonly growthMiB: number; readonly breaches: readonly string[] };
}

/** Watches the memory of both services: the peak since the last watch. */
export function watchMemory(environment: Environment): MemoryWatch {
  const pids = SERVICES.map((name) => ({ name, pid: environment.service(name).process.pid ?? 0 }));
  const started = new Map(
    pids.map(({ name, pid }) => {
      forgetPeak(pid);
      return [name, memoryOf(pid)?.nowMiB ?? 0];
    }),
  );
  return {
    read() {
      const breaches: string[] = [];
      let most = 0;
      for (const { name, pid } of pids) {
        const peak = memoryOf(pid)?.peakMiB ?? 0;
        const growth = peak - (started.get(name) ?? 0);
        most = Math.max(most, growth);
        if (growth > MAX_GROWTH_MIB) breaches.push(`${name} grew by ${Math.round(growth)} MiB`);
        if (name === 'agent' && peak > AGENT_MEMORY_MIB)
          breaches.push(`${name} took ${Math.round(peak)} of its ${AGENT_MEMORY_MIB} MiB`);
      }
      return { growthMiB: most, breaches };
    },
  };
}
