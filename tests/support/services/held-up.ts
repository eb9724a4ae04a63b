import { until } from './until.ts';
import type { Service } from './start-service.ts';

/** The longest time for which the event loop of a service was blocked, in CPU time and in wall time. */
export interface HeldUp {
  readonly cpu_ms: number;
  readonly wall_ms: number;
}

/** The environment of a service that `heldUp` can measure. */
export const WATCHED_LOOP = {
  NODE_OPTIONS: `--import ${new URL('watch-loop.ts', import.meta.url).href}`,
};

/** Returns how long a service started with `WATCHED_LOOP` was blocked since the last call. Rejects if it has ended. */
export async function heldUp(service: Service): Promise<HeldUp> {
  const told = (): readonly string[] =>
    service
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{"held_up":'));
  const known = told().length;
  service.process.kill('SIGWINCH');
  const { process: child } = service;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until('it told how long it was held up', () => told().length > known || hasEnded());
  if (told().length === known) throw new Error('the service has ended');
  return (JSON.parse(told().at(-1) ?? '') as { held_up: HeldUp }).held_up;
}
