import { ConfigError } from '@fairtrial/server';
import { readConfig as readAgentConfig } from '../../apps/agent/src/config.ts';
import { readConfig as readEvalsConfig } from '../../apps/evals/src/config.ts';

/** Throws a ConfigError with all faults in the configuration of both services, so that they can be fixed at once. */
export function checkConfig(env: NodeJS.ProcessEnv): void {
  const faults = [readAgentConfig, readEvalsConfig].flatMap((read) => faultsOf(() => read(env)));
  const told = new Map(faults.map((fault) => [`${fault.variable} ${fault.problem}`, fault]));
  if (told.size > 0) throw new ConfigError([...told.values()]);
}

function faultsOf(read: () => unknown): ConfigError['faults'] {
  try {
    read();
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.faults;
    throw thrown;
  }
}
