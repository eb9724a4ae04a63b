import { toStorable, toStorableJson } from '@fairtrial/contracts';
import type { Database } from '@fairtrial/postgres';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { emptyDatabase } from '../support/services/fresh-database.ts';

/** Every 16-bit unit, including lone surrogates and NUL: more than any protocol lets through. */
const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const anyJson = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), fc.integer()));

const SCHEMA = 'create table said (id int primary key, reply text, metadata jsonb)';

describe('the text of an endpoint in the real database', () => {
  let database: Database;
  let client: pg.Client;

  before(async () => {
    database = await emptyDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(SCHEMA);
  });
  after(async () => {
    await client.end();
    await database[Symbol.asyncDispose]();
  });

  const RETURN =
    'on conflict (id) do update set reply = $1, metadata = $2 returning reply, metadata';
  const store = async (reply: string, metadata: unknown): Promise<unknown> => {
    const sql = `insert into said (id, reply, metadata) values (1, $1, $2) ${RETURN}`;
    const { rows } = await client.query(sql, [reply, JSON.stringify(metadata)]);
    return rows[0];
  };

  it('is refused without conversion if it contains a NUL', async () => {
    await assert.rejects(store('a\0b', {}), /invalid byte sequence/);
    await assert.rejects(store('ab', { text: 'a\0b' }), /unsupported Unicode escape sequence/);
  });

  it('is returned as it was stored, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyJson, async (said, annotations) => {
        const { text: reply } = toStorable(said);
        const metadata = toStorableJson(annotations);
        assert.deepEqual(await store(reply, metadata), {
          reply,
          metadata: JSON.parse(JSON.stringify(metadata)) as unknown,
        });
      }),
      { numRuns: 2000 },
    );
  });
});
