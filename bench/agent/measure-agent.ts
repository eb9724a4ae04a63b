import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { startService } from '../start-service.ts';
import { ask, measureHttp, type Caller, type Measured } from './load.ts';
import { holdStreams } from './streams.ts';

const LIBRARY_REQUESTS = 600;
const BODY = { messages: [{ type: 'human', content: 'Hello' }] };

/** What a request costs on its way through us, beside the least and beside the library. */
export async function measureAgent(): Promise<object> {
  const model = await start('model.ts');
  const target = `http://127.0.0.1:${model.port}/v1`;
  const proxy = await start('proxy.ts', [target]);
  const service = await startService('agent', { HUB_BASE_URL: target, MAX_REQUESTS: '5000' });
  const serviceCpuMs = (): number => cpuOf(service.process.pid ?? 0);
  const dispatcher = new Agent();
  const at =
    (url: string, modelId: string, body: object = BODY): Caller =>
    () =>
      ask({ dispatcher, url, headers: { 'x-model-id': modelId }, body });
  const direct = { model: 'bench/plain', messages: [{ role: 'user', content: 'Hello' }] };
  try {
    const rows: Record<string, Measured> = {};
    rows['direct'] = await measureHttp(at(`${target}/chat/completions`, '', direct), model.cpuMs);
    rows['proxy'] = await measureHttp(
      at(`http://127.0.0.1:${proxy.port}/`, '', direct),
      proxy.cpuMs,
    );
    rows['agent'] = await measureHttp(at(service.url, 'bench/plain'), serviceCpuMs);
    rows['agent_one_tool'] = await measureHttp(at(service.url, 'bench/tool'), serviceCpuMs);
    const library = await runLibrary(target);
    const libraryWithTool = await runLibrary(target, 'tool');
    console.error({
      ...rows,
      create_agent: { cpuMs: library },
      create_agent_one_tool: { cpuMs: libraryWithTool },
    });
    const streams = await holdStreams(service.url);
    return toReport(rows, { library, libraryWithTool, streams });
  } finally {
    await dispatcher.close();
    for (const { process: child } of [service, proxy, model]) child.kill();
  }
}

interface Others {
  readonly library: number;
  readonly libraryWithTool: number;
  readonly streams: object;
}

function toReport(rows: Readonly<Record<string, Measured>>, others: Others): object {
  const row = (name: string): Measured => rows[name] ?? { p50Ms: NaN, cpuMs: NaN, perSecond: NaN };
  const added = (name: string): number => round(row(name).p50Ms - row('direct').p50Ms);
  return {
    bench: 'agent',
    cpu_ratio: round(row('agent').cpuMs / others.library),
    cpu_ratio_one_tool: round(row('agent_one_tool').cpuMs / others.libraryWithTool),
    added_p50_ms: {
      proxy: added('proxy'),
      agent: added('agent'),
      agent_one_tool: added('agent_one_tool'),
    },
    cpu_ms: {
      proxy: round(row('proxy').cpuMs),
      create_agent: round(others.library),
      create_agent_one_tool: round(others.libraryWithTool),
      agent: round(row('agent').cpuMs),
      agent_one_tool: round(row('agent_one_tool').cpuMs),
    },
    requests_per_second_and_core: Object.fromEntries(
      Object.keys(rows).map((name) => [name, Math.round(1000 / row(name).cpuMs)]),
    ),
    streams: others.streams,
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

interface Started {
  readonly process: ChildProcess;
  readonly port: string;
  readonly cpuMs: () => number;
}

async function start(file: string, args: readonly string[] = []): Promise<Started> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, port: port.toString().trim(), cpuMs: () => cpuOf(child.pid ?? 0) };
}

async function runLibrary(target: string, tools = ''): Promise<number> {
  const path = fileURLToPath(new URL('create-agent.ts', import.meta.url));
  const child = spawn(process.execPath, [path, target, String(LIBRARY_REQUESTS), tools], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(line.toString());
}

/** User and system time of a process; the kernel counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}
