import { request, type Dispatcher } from 'undici';
import { median } from '../figures.ts';
import { repeatCalls } from '../repeat-calls.ts';

export type Caller = () => Promise<void>;

export interface Measured {
  /** With one caller at a time. */
  readonly p50Ms: number;
  /** CPU time of the measured process per request. */
  readonly cpuMs: number;
  /** With 64 callers. */
  readonly perSecond: number;
}

const CONCURRENCY = 64;

export async function ask(options: {
  readonly dispatcher: Dispatcher;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}): Promise<void> {
  const { dispatcher, url, headers, body } = options;
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const said = await answer.text();
  if (statusCode !== 200) throw new Error(`${statusCode} ${said}`);
}

/** Makes `requests` requests, and a tenth of them with one caller at a time. */
export async function measureHttp(
  call: Caller,
  cpuMs: () => number,
  requests: number,
): Promise<Measured> {
  await repeatCalls({ calls: requests / 2, concurrency: CONCURRENCY }, call); // warm-up
  const cpu = cpuMs();
  const started = performance.now();
  await repeatCalls({ calls: requests, concurrency: CONCURRENCY }, call);
  const perSecond = requests / ((performance.now() - started) / 1000);
  const used = (cpuMs() - cpu) / requests;
  const times: number[] = [];
  for (let n = 0; n < requests / 10; n += 1) {
    const asked = performance.now();
    await call();
    times.push(performance.now() - asked);
  }
  return { p50Ms: median(times), cpuMs: used, perSecond };
}
