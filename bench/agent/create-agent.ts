/** langchain's createAgent by itself, without a server around it: tells its own CPU time per request. */
import { ChatOpenAICompletions } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { inLanes } from '../in-lanes.ts';

const AT_ONCE = 16;

const [target = '', count = '0', tools = ''] = process.argv.slice(2);
const model = new ChatOpenAICompletions({
  model: tools === '' ? 'bench/plain' : 'bench/tool',
  apiKey: 'none',
  maxRetries: 0,
  configuration: { baseURL: target },
});
const time = tool(() => new Date().toISOString(), {
  name: 'current_time',
  description: 'The current date and time.',
  schema: z.object({}),
});
const agent = createAgent({ model, tools: [time] });

const ask = (): Promise<unknown> =>
  agent.invoke({ messages: [{ role: 'user', content: 'Hello' }] });

await inLanes({ calls: Number(count) / 2, atOnce: AT_ONCE }, ask);
const cpu = process.cpuUsage();
await inLanes({ calls: Number(count), atOnce: AT_ONCE }, ask);
const { user, system } = process.cpuUsage(cpu);
console.log((user + system) / 1000 / Number(count));
