/** `npm run stubs`: starts the chat APIs of docs/guides/own-endpoint.md until Ctrl-C. */
import { stdout } from 'node:process';
import { startChatApis } from './start-chat-apis.ts';

const DEFAULT_PORT = 9200;

const { url, names } = await startChatApis(Number(process.env['STUBS_PORT'] ?? DEFAULT_PORT));
stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`);
for (const name of names) stdout.write(`${url}/${name}\n`);
