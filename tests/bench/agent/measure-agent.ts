import { existsSync } from 'node:fs';
import { Agent } from 'undici';
import { startScript, startService, type BenchProcess } from '../processes.ts';
import type { Options, Report } from '../report.ts';
import { ask, measureHttp, type Caller, type Measured } from './load.ts';
import { holdStreams } from './streams.ts';

/** Streams are long enough that the last one starts before the first one ends. 20 words take a second. */
const FULL = { requests: 4000, libraryRequests: 600, streams: [200, 400, 1000], words: '100' };
const SHORT = { requests: 1000, libraryRequests: 150, streams: [50], words: '60' };
/** LangChain is installed with the clients that the agent backend is tested with. */
const HAS_LIBRARY = existsSync(new URL('../../clients/node_modules', import.meta.url));

/** CPU of the agent for a request, in multiples of what the library and the proxy take. */
const MAX_CPU_RATIO = 0.35;
/** Few requests also pay for compilation. */
const MAX_SHORT_CPU_RATIO = 0.6;
const MAX_PROXY_RATIO = 10;

/** Measures the cost of a request to the agent, compared with a bare proxy and with the library. */
export async function measureAgent({ short }: Options): Promise<Report> {
  const size = short ? SHORT : FULL;
  await using model = await startScript('agent/model.ts', size.words);
  const target = `http://127.0.0.1:${model.printed}/v1`;
  await using proxy = await startScript('agent/proxy.ts', target);
  await using service = await startService('agent', {
    HUB_BASE_URL: target,
    MAX_REQUESTS: '2000',
  });
  console.error('model, proxy and agent run; requests are measured, then streams');
  const dispatcher = new Agent();
  const measure = (
    { cpuMs }: BenchProcess,
    asked: { readonly url: string; readonly modelId: string; readonly body: object },
  ): Promise<Measured> => {
    const { url, modelId, body } = asked;
    const call: Caller = () => ask({ dispatcher, url, headers: { 'x-model-id': modelId }, body });
    return measureHttp(call, cpuMs, size.requests);
  };
  const direct = {
    modelId: '',
    body: { model: 'bench/plain', messages: [{ role: 'user', content: 'Hello' }] },
  };
  const agent = { url: service.url, body: { messages: [{ type: 'human', content: 'Hello' }] } };
  try {
    const rows = {
      direct: await measure(model, { ...direct, url: `${target}/chat/completions` }),
      proxy: await measure(proxy, { ...direct, url: `http://127.0.0.1:${proxy.printed}/` }),
      agent: await measure(service, { ...agent, modelId: 'bench/plain' }),
      agent_one_tool: await measure(service, { ...agent, modelId: 'bench/tool' }),
    };
    console.error(rows);
    const library = HAS_LIBRARY && (await compareWithLibrary(target, size.libraryRequests, rows));
    if (!HAS_LIBRARY)
      console.error('LangChain is left out: "npm ci --prefix tests/clients" installs it');
    const each = (read: (row: Measured) => number): object =>
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, read(row)]));
    return {
      figures: {
        ...library,
        proxy_cpu_ratio: rows.agent.cpuMs / rows.proxy.cpuMs,
        added_p50_ms: each(({ p50Ms }) => p50Ms - rows.direct.p50Ms),
        cpu_ms: each(({ cpuMs }) => cpuMs),
        requests_per_second_and_core: each(({ cpuMs }) => 1000 / cpuMs),
        streams: await holdStreams(service.url, size.streams),
      },
      limits: {
        ...(HAS_LIBRARY && { cpu_ratio: { max: short ? MAX_SHORT_CPU_RATIO : MAX_CPU_RATIO } }),
        proxy_cpu_ratio: { max: MAX_PROXY_RATIO },
      },
    };
  } finally {
    await dispatcher.close();
  }
}

async function compareWithLibrary(
  target: string,
  requests: number,
  rows: Readonly<Record<'agent' | 'agent_one_tool', Measured>>,
): Promise<object> {
  const library = await measureLibrary(target, requests);
  const libraryWithTool = await measureLibrary(target, requests, 'tool');
  return {
    cpu_ratio: rows.agent.cpuMs / library,
    cpu_ratio_one_tool: rows.agent_one_tool.cpuMs / libraryWithTool,
    create_agent_cpu_ms: { plain: library, one_tool: libraryWithTool },
  };
}

/** Measures the CPU milliseconds per request of langchain's createAgent in a separate process. */
async function measureLibrary(target: string, requests: number, tools = ''): Promise<number> {
  const script = '../clients/create-agent.ts';
  await using library = await startScript(script, target, String(requests), tools);
  return Number(library.printed);
}
