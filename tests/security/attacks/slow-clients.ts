import { connect, type Socket } from 'node:net';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { get, playRun } from '../runner/calls.ts';
import type { Environment } from '../runner/open-environment.ts';
import { SERVICES, type ServiceUnderAttack } from '../runner/request.ts';
import { keyOf } from '../runner/secrets.ts';

const CRLF = '\r\n';

/** Sockets opened for an attack and closed after it. */
interface Sockets extends Disposable {
  open(service: ServiceUnderAttack, text: string): Socket;
}

function holdSockets(environment: Environment): Sockets {
  const sockets: Socket[] = [];
  return {
    open(service, text) {
      environment.countTries(1);
      const { port } = new URL(environment.service(service).url);
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      socket.on('error', () => undefined).write(text);
      sockets.push(socket);
      return socket;
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the fault during the attack: the service does not answer others. */
async function findFault(
  environment: Environment,
  service: ServiceUnderAttack,
): Promise<string | undefined> {
  const path = service === 'evals' ? '/runs?limit=1' : '/v1/models';
  const request = { service, method: 'GET', path, key: 'beta' } as const;
  let status = 0;
  // On a slow machine even a few concurrent requests may be too many for a moment: callers retry 503.
  const isAnswered = async (): Promise<boolean> => {
    ({ status } = await environment.send(request));
    return status !== 503;
  };
  await until('another caller is answered', isAnswered);
  return status === 200 ? undefined : `another caller is answered ${status}`;
}

function head(method: string, path: string): string {
  return `${method} ${path} HTTP/1.1${CRLF}Host: localhost${CRLF}Authorization: Bearer ${keyOf('alpha')}${CRLF}`;
}

const unfinished: readonly ScriptedAttack[] = SERVICES.flatMap((service) => [
  {
    name: `${service}: 100 requests whose headers never end`,
    async play(environment) {
      using sockets = holdSockets(environment);
      for (let no = 0; no < 100; no += 1) sockets.open(service, `${head('GET', '/livez')}X-A: b`);
      return await findFault(environment, service);
    },
  },
  {
    name: `${service}: 40 uploads of 15 MB that never end`,
    async play(environment) {
      using sockets = holdSockets(environment);
      const path = service === 'agent' ? '/' : '/evaluate';
      const length = 15_000_000;
      const type = `Content-Type: application/json${CRLF}X-Model-Id: sim/v1${CRLF}`;
      const opened = Array.from({ length: 40 }, () =>
        sockets.open(
          service,
          `${head('POST', path)}${type}Content-Length: ${length}${CRLF}${CRLF}`,
        ),
      );
      const part = 'x'.repeat(length - 1000);
      // Each body is received as far as the service accepts it: completely, or until the answer.
      await Promise.all(opened.map((socket) => writeAll(socket, part)));
      return await findFault(environment, service);
    },
  },
]);

/** Resolves when everything was written, or when the peer closed the connection or stopped reading. */
function writeAll(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => {
    socket.setTimeout(1500, () => resolve());
    socket.on('close', () => resolve()).on('data', () => resolve());
    socket.write(text, () => resolve());
  });
}

/** A run of 200 replies of 50 kB each. */
async function startLongRun(environment: Environment): Promise<string> {
  const reply = 'A long reply with many words. '.repeat(1700);
  environment.answerAs('long', (_, response) => sendJson(response, chatCompletion(reply)));
  const test_batch = Array.from({ length: 200 }, (_, no) => ({
    id: `long-${no}`,
    interactions: [{ user_message: `${no}` }],
  }));
  const { runId } = await playRun(environment, {
    model_id: 'long',
    test_batch,
    concurrency: 8,
    scorers: ['answered'],
  });
  return runId;
}

const readers: readonly ScriptedAttack[] = [
  {
    name: '80 readers of an export that never read',
    async play(environment) {
      const runId = await startLongRun(environment);
      using sockets = holdSockets(environment);
      const opened = Array.from({ length: 80 }, (_, no) => {
        const format = ['json', 'jsonl', 'csv'][no % 3] ?? 'json';
        const socket = sockets.open(
          'evals',
          `${head('GET', `/runs/${runId}/export?format=${format}`)}${CRLF}`,
        );
        return socket.pause();
      });
      await until(
        'the answers have begun',
        () => opened.every((one) => one.readableLength > 0 || one.bytesRead > 0),
        5000,
      ).catch(() => undefined);
      return await findFault(environment, 'evals');
    },
  },
  {
    name: '80 readers of the events of a run that never read',
    async play(environment) {
      const runId = await startLongRun(environment);
      using sockets = holdSockets(environment);
      for (let no = 0; no < 80; no += 1)
        sockets.open('evals', `${head('GET', `/runs/${runId}/events`)}${CRLF}`).pause();
      return await findFault(environment, 'evals');
    },
  },
  {
    name: '60 searches at once',
    async play(environment) {
      const paths = ['/runs', `/runs/${environment.runs.alpha}/interactions`];
      const searches = Array.from({ length: 60 }, (_, no) =>
        environment.send(get(`${paths[no % 2]}?q=${'%25'.repeat(20)}${no}`)),
      );
      const fault = await findFault(environment, 'evals');
      const failed = (await Promise.all(searches)).find(
        ({ status }) => ![200, 429, 503].includes(status),
      );
      return fault ?? (failed && `a search is answered ${failed.status}`);
    },
  },
];

export const attackClass: AttackClass = {
  title: 'slow clients',
  attacks: () => [...unfinished, ...readers],
};
