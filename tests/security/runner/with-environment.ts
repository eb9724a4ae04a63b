import { prepareTests, endTests } from '../../support/services/start-postgres.ts';
import { openEnvironment, type Environment } from './open-environment.ts';
import { warmUp } from './warm-up.ts';
import { measureMemory, type MemoryLimits } from './watch-memory.ts';

/** Opens an environment for `work`, and leaves no process behind, even after a signal. */
export async function withEnvironment(
  work: (environment: Environment, limits: MemoryLimits) => Promise<void>,
): Promise<void> {
  await prepareTests();
  try {
    await using environment = await openEnvironment();
    const stop = async (): Promise<void> => {
      await environment[Symbol.asyncDispose]();
      await endTests();
      process.exit(1);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
    await warmUp(environment);
    await work(environment, await measureMemory(environment));
  } finally {
    await endTests();
  }
}
