import { existsSync } from 'node:fs';
import { Agent } from 'undici';
import { round3 } from '../figures.ts';
import { startScript, startService } from '../processes.ts';
import { ask, measureHttp, type Caller, type Measured } from './load.ts';
import { holdStreams } from './streams.ts';

const LIBRARY_REQUESTS = 600;
/** LangChain is installed with the clients that the agent backend is tested with. */
const HAS_LIBRARY = existsSync(new URL('../../tests/clients/node_modules', import.meta.url));
/** Five seconds, so that the last stream starts before the first one ends. */
const STREAM_WORDS = '100';
const BODY = { messages: [{ type: 'human', content: 'Hello' }] };

/** Measures the cost of a request to the agent, compared with a bare proxy and with the library. */
export async function measureAgent(): Promise<object> {
  await using model = await startScript('agent/model.ts', STREAM_WORDS);
  const target = `http://127.0.0.1:${model.printed}/v1`;
  await using proxy = await startScript('agent/proxy.ts', target);
  await using service = await startService('agent', {
    HUB_BASE_URL: target,
    MAX_REQUESTS: '2000',
  });
  if (!HAS_LIBRARY) {
    console.error(
      'LangChain is not installed, so its figures are null: run "npm ci --prefix tests/clients" first',
    );
  }
  console.error('model, proxy and agent run; requests are measured, then streams');
  const dispatcher = new Agent();
  const caller =
    (url: string, modelId: string, body: object = BODY): Caller =>
    () =>
      ask({ dispatcher, url, headers: { 'x-model-id': modelId }, body });
  const direct = { model: 'bench/plain', messages: [{ role: 'user', content: 'Hello' }] };
  try {
    const rows: Record<string, Measured> = {};
    rows['direct'] = await measureHttp(
      caller(`${target}/chat/completions`, '', direct),
      model.cpuMs,
    );
    rows['proxy'] = await measureHttp(
      caller(`http://127.0.0.1:${proxy.printed}/`, '', direct),
      proxy.cpuMs,
    );
    rows['agent'] = await measureHttp(caller(service.url, 'bench/plain'), service.cpuMs);
    rows['agent_one_tool'] = await measureHttp(caller(service.url, 'bench/tool'), service.cpuMs);
    const library = await measureLibrary(target);
    const libraryWithTool = await measureLibrary(target, 'tool');
    console.error({
      ...rows,
      create_agent: { cpuMs: library },
      create_agent_one_tool: { cpuMs: libraryWithTool },
    });
    const streams = await holdStreams(service.url);
    return toReport(rows, { library, libraryWithTool, streams });
  } finally {
    await dispatcher.close();
  }
}

interface OtherFigures {
  readonly library: number;
  readonly libraryWithTool: number;
  readonly streams: object;
}

function toReport(rows: Readonly<Record<string, Measured>>, others: OtherFigures): object {
  const row = (name: string): Measured => rows[name] ?? { p50Ms: NaN, cpuMs: NaN, perSecond: NaN };
  const added = (name: string): number => round3(row(name).p50Ms - row('direct').p50Ms);
  return {
    bench: 'agent',
    cpu_ratio: round3(row('agent').cpuMs / others.library),
    cpu_ratio_one_tool: round3(row('agent_one_tool').cpuMs / others.libraryWithTool),
    added_p50_ms: {
      proxy: added('proxy'),
      agent: added('agent'),
      agent_one_tool: added('agent_one_tool'),
    },
    cpu_ms: {
      proxy: round3(row('proxy').cpuMs),
      create_agent: round3(others.library),
      create_agent_one_tool: round3(others.libraryWithTool),
      agent: round3(row('agent').cpuMs),
      agent_one_tool: round3(row('agent_one_tool').cpuMs),
    },
    requests_per_second_and_core: Object.fromEntries(
      Object.keys(rows).map((name) => [name, Math.round(1000 / row(name).cpuMs)]),
    ),
    streams: others.streams,
  };
}

/** Measures the CPU milliseconds per request of langchain's createAgent in a separate process. NaN if it is not installed. */
async function measureLibrary(target: string, tools = ''): Promise<number> {
  if (!HAS_LIBRARY) return NaN;
  await using library = await startScript(
    '../tests/clients/create-agent.ts',
    target,
    String(LIBRARY_REQUESTS),
    tools,
  );
  return Number(library.printed);
}
