/**
 * Runs langchain's createAgent without a server, and prints its CPU milliseconds per request. `npm run bench -- agent`
 * starts it.
 *   create-agent.ts <base URL of the model> <requests> [tools]
 */
import { ChatOpenAICompletions } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { repeatCalls } from '../bench/repeat-calls.ts';

const CONCURRENCY = 16;

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

// Warm-up: the first requests also pay for compilation.
await repeatCalls({ calls: Number(count) / 2, concurrency: CONCURRENCY }, ask);
const cpu = process.cpuUsage();
await repeatCalls({ calls: Number(count), concurrency: CONCURRENCY }, ask);
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${(user + system) / 1000 / Number(count)}\n`);
