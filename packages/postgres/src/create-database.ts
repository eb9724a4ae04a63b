import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Template {
  /** SQL that fills the template. Templates with the same SQL are built once per server. */
  readonly sql: string;
}

export interface Database extends AsyncDisposable {
  readonly url: string;
}

/** Advisory lock held while a template is built, so that two processes do not build the same one. */
const LOCK = 0x61_73_73_61;

/** Creates a database from the template in milliseconds; disposing of it drops the database. */
export async function createDatabase(server: string, { sql }: Template): Promise<Database> {
  const name = `assay_${randomBytes(8).toString('hex')}`;
  await withClient(server, async (client) => {
    const template = await ensureTemplate({ client, server }, sql);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: at(server, name),
    [Symbol.asyncDispose]: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function ensureTemplate(
  { client, server }: { readonly client: pg.Client; readonly server: string },
  sql: string,
): Promise<string> {
  const name = `assay_template_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template template0`);
    await withClient(at(server, draft), (inside) => inside.query(sql));
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

async function withClient(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
