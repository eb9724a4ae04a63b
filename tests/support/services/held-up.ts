import { until } from './until.ts';
import type { Service } from './start-service.ts';

/** For how long the event loop of a service was held up at the most, by its own work and by the clock. */
export interface HeldUp {
  readonly cpu_ms: number;
  readonly wall_ms: number;
}

/** The environment of a service that `heldUp` can ask. */
export const WATCHED_LOOP = {
  NODE_OPTIONS: `--import ${new URL('watch-loop.ts', import.meta.url).href}`,
};

/** Asks a service that was started with `WATCHED_LOOP` how long it was held up since it was asked last. Rejects if it has ended. */
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
