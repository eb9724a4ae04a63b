/** Preloaded into a service (`clockAhead`) to shift its clock. Timers and other processes are not affected. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const AHEAD_MS = Number(process.env['CLOCK_AHEAD_MS']);

const RightDate = Date;
const now = (): number => RightDate.now() + AHEAD_MS;
globalThis.Date = new Proxy(RightDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});

const { randomUUIDv7 } = crypto;
Object.assign(crypto, {
  randomUUIDv7: () => {
    const time = now().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`;
  },
});
syncBuiltinESMExports();
