import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface BlackHole extends AsyncDisposable {
  readonly url: string;
}

const LISTENER = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port));
  });`;

/**
 * Opens an address that answers no connection: a stopped listener whose queue is so full that the kernel drops further
 * connections.
 */
export async function startBlackHole(): Promise<BlackHole> {
  const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  const waiting: Socket[] = [];
  for (let n = 0; n < 8; n += 1) {
    waiting.push(connect(Number(port.toString()), '127.0.0.1').on('error', () => undefined));
  }
  // The queue holds two connections; further ones get no answer.
  await Promise.all([1, 2].map((n) => connected(waiting, n)));
  return {
    url: `http://127.0.0.1:${port.toString()}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function connected(sockets: readonly Socket[], count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let made = 0;
  for (const socket of sockets) {
    socket.once('connect', () => {
      made += 1;
      if (made === count) resolve();
    });
  }
  return promise;
}
