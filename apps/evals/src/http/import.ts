import { AppError } from '@fairtrial/contracts';
import { addRoute, limitProject, releaseBody, type Server } from '@fairtrial/server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Imported } from './import-process.ts';

/** A file of the maximum size takes a few seconds. */
const MAX_MS = 15_000;
const MAX_MEMORY_MB = 128;
const PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url));
const AT_ONCE = 1;
/** Of all projects together, because each process may take its memory. */
const MAX_PROCESSES = 2;
/** V8 ends with a signal, which some systems report as this status. */
const OUT_OF_MEMORY = 134;

/** `POST /import`: converts a file of another tool, in a process of its own. Stores nothing. */
export function addImport(server: Server): void {
  let processes = 0;
  addRoute(
    server,
    'POST /import',
    async (request, reply) => {
      if (processes >= MAX_PROCESSES) {
        const detail = `${MAX_PROCESSES} files are being converted already; try again in a moment`;
        throw new AppError('overloaded', detail, { headers: { 'retry-after': '1' } });
      }
      processes += 1;
      const body = JSON.stringify(request.body);
      releaseBody(request);
      const imported = await convert(body).finally(() => (processes -= 1));
      if (imported.state === 'refused') throw toError(imported);
      return reply
        .type('application/json')
        .serializer((json: unknown) => String(json))
        .send(imported.json);
    },
    { preHandler: limitProject({ what: 'imports', atOnce: AT_ONCE }) },
  );
}

function toError({ code, message }: Extract<Imported, { state: 'refused' }>): AppError {
  if (code === 'limit_exceeded') return new AppError(code, message);
  const errors = [{ pointer: '/text', detail: message }];
  return new AppError('invalid_request', message, { errors });
}

/**
 * Converts the file in a process with a time limit and a memory limit, so that a hostile file stops nothing else. A
 * thread is not enough: V8 can end the whole service when a thread runs out of memory.
 */
async function convert(request: string): Promise<Imported> {
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_MEMORY_MB}`, PROGRAM], {
    env: {}, // the file of a caller is parsed here: without secrets
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => undefined); // it ended before it had read everything
  child.stdin.end(request);
  const [answer, [status]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[status: number | null]>,
  ]);
  if (status === 0) return JSON.parse(answer) as Imported;
  if (child.killed) {
    const detail = `the file was not converted within ${MAX_MS / 1000} seconds: split it`;
    throw new AppError('took_too_long', detail);
  }
  if (status !== null && status !== OUT_OF_MEMORY) {
    throw new Error(`the process that converts files ended with ${status}`);
  }
  const detail = `the file needs more than ${MAX_MEMORY_MB} MB of memory: split it`;
  throw new AppError('limit_exceeded', detail);
}
