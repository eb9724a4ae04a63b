import { freePort, serverUser } from '@fairtrial/postgres';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/services/until.ts';

interface Pooler extends AsyncDisposable {
  /** The URL of the database through the pooler. */
  readonly url: string;
}

export function hasPgbouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/** Few enough that each connection serves statements of several processes. */
const SERVER_CONNECTIONS = 4;

/** Starts pgbouncer in transaction mode with default settings: it refuses startup parameters of connections. */
export async function startPgbouncer(target: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(target);
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-pgbouncer-'));
  await chmod(folder, 0o755); // pgbouncer does not run as root
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(await freePort());
  const file = join(folder, 'pgbouncer.ini');
  const login = `user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${url.port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 500',
  ];
  await writeFile(file, settings.join('\n'));
  const child = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', ...serverUser() });
  const exited = once(child, 'exit');
  await until('pgbouncer listens', () => isListening(Number(url.port)));
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
