import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that others are copied from, made once per server and day: partitions of tables are named after days. */
export interface Template {
  /** What it is made from: another source needs another template. */
  readonly source: string;
  /** Fills it. It is connected to nothing else when this resolves. */
  readonly fill: (url: string) => Promise<void>;
}

export interface Database extends AsyncDisposable {
  readonly url: string;
}

const PREFIX = 'fairtrial_template_';

/** Advisory lock held while a template is built, so that two processes do not build the same one. */
const LOCK = 0x66_74_72_61;

/** Creates a database, a copy of the template or empty; disposing of it drops the database. */
export async function createDatabase(server: string, template?: Template): Promise<Database> {
  const name = `fairtrial_${randomBytes(8).toString('hex')}`;
  await withClient(server, async (client) => {
    const copied = template ? await ensureTemplate({ client, server }, template) : 'template0';
    await client.query(`create database ${name} template ${copied}`);
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
  { source, fill }: Template,
): Promise<string> {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);
  const name = `${PREFIX}${today}_${hash}`;
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    await dropOld(client, today);
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template template0`);
    await fill(at(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

async function dropOld(client: pg.Client, today: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1) and not starts_with(datname, $2)',
    [PREFIX, `${PREFIX}${today}`],
  );
  for (const { datname } of rows)
    await client.query(`drop database if exists ${datname} with (force)`);
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
