/** langchain's createAgent by itself, without a server around it: tells its own CPU time per request. */
import { ChatOpenAICompletions } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

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

async function play(requests: number): Promise<void> {
  let left = requests;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await agent.invoke({ messages: [{ role: 'user', content: 'Hello' }] });
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

await play(Number(count) / 2);
const cpu = process.cpuUsage();
await play(Number(count));
const { user, system } = process.cpuUsage(cpu);
console.log((user + system) / 1000 / Number(count));
