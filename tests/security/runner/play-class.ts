import { heldUp } from '../../support/services/held-up.ts';
import type { Attack, AttackClass, RequestAttack, ScriptedAttack } from './attack.ts';
import type { Environment } from './open-environment.ts';
import { exceedsCpuLimit, MAX_CPU_MS } from './cpu-limit.ts';
import { cpuMs } from './process-usage.ts';
import { SERVICES, type ServiceUnderAttack } from './request.ts';
import { findLeak, findSecret } from './secrets.ts';
import { watchMemory } from './watch-memory.ts';

const AT_ONCE = 8;
const REPEATS = 3;

export interface Breach {
  readonly attack: string;
  readonly what: string;
}

export interface ClassReport {
  readonly title: string;
  readonly tried: number;
  readonly breaches: readonly Breach[];
  /** Wall time of the slowest answer. */
  readonly slowestMs: number;
  /** Maximum CPU time of one request, or of several that were sent together. */
  readonly mostCpuMs: number;
  /** Maximum memory growth of a service. */
  readonly growthMiB: number;
}

/** Plays the attacks of a class: requests several at a time, scripts one by one. */
export async function playClass(
  environment: Environment,
  { title, attacks }: AttackClass,
): Promise<ClassReport> {
  const before = environment.tried();
  const breaches: Breach[] = [];
  const memory = watchMemory(environment);
  const logs = watchLogs(environment);
  let slowestMs = 0;
  let mostCpuMs = 0;
  const all = await attacks(environment);
  const requests = all.filter(isRequest);
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const some = requests.slice(at, at + AT_ONCE);
    const played = await playTogether(environment, some);
    breaches.push(...played.breaches);
    slowestMs = Math.max(slowestMs, played.slowestMs);
    mostCpuMs = Math.max(mostCpuMs, played.cpuMs);
    breaches.push(...(await reviveDead(environment, some.at(-1)?.name ?? '')));
  }
  for (const attack of all) {
    if (isRequest(attack)) continue;
    const played = await playScript(environment, attack);
    breaches.push(...played.breaches);
    mostCpuMs = Math.max(mostCpuMs, played.cpuMs);
  }
  const grown = memory.read();
  breaches.push(...logs.read());
  breaches.push(...grown.breaches.map((what) => ({ attack: 'all of them', what })));
  const tried = environment.tried() - before;
  return { title, tried, breaches, slowestMs, mostCpuMs, growthMiB: grown.growthMiB };
}

function isRequest(attack: Attack): attack is RequestAttack {
  return 'request' in attack;
}

/**
 * Plays a script, then checks whether a service crashed or was blocked. A script that blocked a service for too long is
 * repeated, and the minimum of three measurements counts, because other processes use the machine.
 */
async function playScript(
  environment: Environment,
  attack: ScriptedAttack,
): Promise<Pick<Played, 'breaches' | 'cpuMs'>> {
  const breaches = [...(await reviveDead(environment, `before ${attack.name}`))];
  let least = Number.POSITIVE_INFINITY;
  for (let no = 0; no < REPEATS && least > MAX_CPU_MS; no += 1) {
    await findHold(environment);
    const what = await attack
      .play(environment)
      .catch((error: unknown) => `failed: ${String(error)}`);
    if (what !== undefined) breaches.push({ attack: attack.name, what });
    least = Math.min(least, await findHold(environment));
    breaches.push(...(await reviveDead(environment, attack.name)));
  }
  if (exceedsCpuLimit(least)) {
    const what = `held up a service for ${Math.round(least)} ms of CPU`;
    breaches.push({ attack: attack.name, what });
  }
  return { breaches, cpuMs: least };
}

/** Returns how long a service was blocked since the last call; 0 if it has ended, which is detected later. */
async function findHold(environment: Environment): Promise<number> {
  const holds = await Promise.all(
    SERVICES.map(async (name) => {
      const held = await heldUp(environment.service(name)).catch(() => ({ cpu_ms: 0 }));
      return held.cpu_ms;
    }),
  );
  return Math.max(...holds);
}

interface Played {
  readonly breaches: readonly Breach[];
  readonly slowestMs: number;
  readonly cpuMs: number;
}

async function playTogether(
  environment: Environment,
  some: readonly RequestAttack[],
): Promise<Played> {
  const [answered, used] = await measureCpu(environment, () =>
    Promise.all(some.map((one) => playOne(environment, one))),
  );
  const breaches = answered.flatMap(({ breach }) => breach ?? []);
  const slowestMs = Math.max(...answered.map(({ elapsedMs }) => elapsedMs));
  if (used <= MAX_CPU_MS) return { breaches, slowestMs, cpuMs: used };
  const alone = await measureAlone(environment, some);
  return {
    breaches: [...breaches, ...alone.breaches],
    slowestMs,
    cpuMs: alone.cpuMs,
  };
}

/**
 * Called if several requests together exceed the CPU limit of one: sends each again alone. The minimum of three
 * measurements counts, because other processes use the machine.
 */
async function measureAlone(
  environment: Environment,
  some: readonly RequestAttack[],
): Promise<Pick<Played, 'breaches' | 'cpuMs'>> {
  const breaches: Breach[] = [];
  let most = 0;
  for (const one of some) {
    let least = Number.POSITIVE_INFINITY;
    for (let no = 0; no < REPEATS && least > MAX_CPU_MS; no += 1) {
      const [, used] = await measureCpu(environment, () => playOne(environment, one));
      least = Math.min(least, used);
    }
    most = Math.max(most, least);
    if (!exceedsCpuLimit(least)) continue;
    breaches.push({ attack: one.name, what: `took ${least} ms of CPU` });
  }
  return { breaches, cpuMs: most };
}

/** Returns the result of `work`, and the CPU time of both services meanwhile. */
async function measureCpu<T>(
  environment: Environment,
  work: () => Promise<T>,
): Promise<readonly [T, number]> {
  const total = (): number =>
    SERVICES.reduce(
      (sum, name) => sum + (cpuMs(environment.service(name).process.pid ?? 0) ?? 0),
      0,
    );
  const before = total();
  const result = await work();
  return [result, total() - before];
}

interface PlayedOne {
  readonly breach: Breach | undefined;
  readonly elapsedMs: number;
}

async function playOne(
  environment: Environment,
  { name, request, expect }: RequestAttack,
): Promise<PlayedOne> {
  const answer = await environment.send(request).catch((error: unknown) => String(error));
  const breach = (what: string): Breach => ({ attack: name, what });
  if (typeof answer === 'string') return { breach: breach(`no answer: ${answer}`), elapsedMs: 0 };
  const { status, text, elapsedMs } = answer;
  const { maxBytes = Number.POSITIVE_INFINITY, maxMs = Number.POSITIVE_INFINITY } = expect;
  const said = text.slice(0, 120);
  const faults = [
    expect.status.includes(status) ? undefined : `answered ${status}: ${said}`,
    findLeak(text + JSON.stringify(answer.headers), request.key, JSON.stringify(request)),
    text.length > maxBytes ? `answered ${text.length} characters` : undefined,
    elapsedMs > maxMs ? `took ${Math.round(elapsedMs)} ms` : undefined,
    expect.without?.some((one) => text.includes(one))
      ? `the answer holds what it must not: ${said}`
      : undefined,
    expect.check?.(answer),
  ];
  const what = faults.find((fault) => fault !== undefined);
  return { breach: what === undefined ? undefined : breach(what), elapsedMs };
}

/** Reports a crashed service as a breach, and restarts it for the next attacks. */
async function reviveDead(environment: Environment, last: string): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  for (const name of SERVICES) {
    const { exitCode, signalCode } = environment.service(name).process;
    if (exitCode === null && signalCode === null) continue;
    breaches.push({
      attack: last,
      what: `${name} died (${signalCode ?? `exit code ${exitCode}`})`,
    });
    await environment.restart(name);
  }
  return breaches;
}

/** Checks that no secret appears in a log. */
function watchLogs(environment: Environment): { read(): readonly Breach[] } {
  const length = (name: ServiceUnderAttack): number => environment.service(name).output().length;
  const started = new Map(SERVICES.map((name) => [name, length(name)]));
  return {
    read: () =>
      SERVICES.flatMap((name) => {
        const secret = findSecret(environment.service(name).output().slice(started.get(name)));
        const what = `the log of ${name} holds ${secret?.slice(0, 16)}…`;
        return secret === undefined ? [] : [{ attack: 'all of them', what }];
      }),
  };
}
