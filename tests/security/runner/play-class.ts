import { heldUp } from '../../support/services/held-up.ts';
import type { Attack, AttackClass, RequestAttack, ScriptedAttack } from './attack.ts';
import type { Environment } from './open-environment.ts';
import { findExcess, LARGEST } from './largest-body.ts';
import { cpuMs } from './process-usage.ts';
import { SERVICES, type ServiceUnderAttack } from './request.ts';
import { findLeak, findSecret } from './secrets.ts';
import { watchMemory, type MemoryLimits } from './watch-memory.ts';

const AT_ONCE = 8;

interface Breach {
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
  limits: MemoryLimits,
): Promise<ClassReport> {
  const before = environment.tried();
  const largest = await measureLargest(environment);
  const breaches: Breach[] = [];
  const memory = watchMemory(environment, limits);
  const logs = watchLogs(environment);
  let slowestMs = 0;
  let mostCpuMs = 0;
  const all = await attacks(environment);
  const requests = all.filter(isRequest);
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const some = requests.slice(at, at + AT_ONCE);
    const played = await playTogether(environment, some, largest.cpuMs);
    breaches.push(...played.breaches);
    slowestMs = Math.max(slowestMs, played.slowestMs);
    mostCpuMs = Math.max(mostCpuMs, played.cpuMs);
    breaches.push(...(await reviveDead(environment, some.at(-1)?.name ?? '')));
  }
  for (const attack of all) {
    if (isRequest(attack)) continue;
    const played = await playScript(environment, attack, largest.heldUpMs);
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

interface LargestBody {
  /** CPU time of refusing it. */
  readonly cpuMs: number;
  /** For how long a service was held up. */
  readonly heldUpMs: number;
}

/** Sends the largest body: what costs no more needs no closer look. */
async function measureLargest(environment: Environment): Promise<LargestBody> {
  await findHold(environment);
  const refusalMs = await measureRefusal(environment);
  return { cpuMs: refusalMs, heldUpMs: await findHold(environment) };
}

/** Returns the CPU time of refusing the largest body. */
async function measureRefusal(environment: Environment): Promise<number> {
  const [, used] = await measureCpu(environment, () => environment.send(LARGEST.evals.values));
  environment.countTries(-1); // it is no attack
  return used;
}

/**
 * Plays a script, then checks whether a service crashed or was blocked. A script that blocked a service for longer than
 * the largest body is repeated and compared with it.
 */
async function playScript(
  environment: Environment,
  attack: ScriptedAttack,
  enoughMs: number,
): Promise<Pick<Played, 'breaches' | 'cpuMs'>> {
  const breaches = [...(await reviveDead(environment, `before ${attack.name}`))];
  const play = async (): Promise<number> => {
    await findHold(environment);
    const what = await attack
      .play(environment)
      .catch((error: unknown) => `failed: ${String(error)}`);
    if (what !== undefined) breaches.push({ attack: attack.name, what });
    const held = await findHold(environment);
    breaches.push(...(await reviveDead(environment, attack.name)));
    return held;
  };
  const heldUpMs = await play();
  if (heldUpMs <= enoughMs) return { breaches, cpuMs: heldUpMs };
  const bare = async (): Promise<number> => (await measureLargest(environment)).heldUpMs;
  const excess = await findExcess({ bare, work: play });
  if (excess !== undefined) breaches.push({ attack: attack.name, what: `held up for ${excess}` });
  return { breaches, cpuMs: heldUpMs };
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
  enoughMs: number,
): Promise<Played> {
  const [answered, used] = await measureCpu(environment, () =>
    Promise.all(some.map((one) => playOne(environment, one))),
  );
  const breaches = answered.flatMap(({ breach }) => breach ?? []);
  const slowestMs = Math.max(...answered.map(({ elapsedMs }) => elapsedMs));
  if (used <= enoughMs) return { breaches, slowestMs, cpuMs: used };
  const alone = await measureAlone(environment, some, enoughMs);
  return {
    breaches: [...breaches, ...alone.breaches],
    slowestMs,
    cpuMs: alone.cpuMs,
  };
}

/** Called if several requests together cost more than the largest body: sends each again alone, and compares it. */
async function measureAlone(
  environment: Environment,
  some: readonly RequestAttack[],
  enoughMs: number,
): Promise<Pick<Played, 'breaches' | 'cpuMs'>> {
  const breaches: Breach[] = [];
  let most = 0;
  for (const one of some) {
    const work = async (): Promise<number> =>
      (await measureCpu(environment, () => playOne(environment, one)))[1];
    const used = await work();
    most = Math.max(most, used);
    if (used <= enoughMs) continue;
    const excess = await findExcess({ bare: () => measureRefusal(environment), work });
    if (excess !== undefined) breaches.push({ attack: one.name, what: `took ${excess}` });
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
