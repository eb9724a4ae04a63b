/**
 * The reference of an engine: pg-boss alone with a journal, as fast as one would reasonably write it. A job is a
 * conversation, a row of the journal is a turn.
 *
 * The same as in the service: one process, the same PostgreSQL server with its settings and its fsync, the limit of
 * calls in flight, statements of the journal planned once, one commit for the turns that finish while another is under
 * way, and the durability: a conversation goes on when its turn is stored, so that a crash repeats at most the turn in
 * flight. Calls are those of the bare loop.
 * Not the same: no API, plan, scores, claims that a second worker could take over in the middle, progress, events or
 * summary; no limits on calls and no retries. Nothing supervises the queue, and the journal has six columns. The process
 * is that of the benchmark.
 */
import pg from 'pg';
import { PgBoss, type Job } from 'pg-boss';
import { measureHere, playConversation, type BareTurn, type Played } from './bare-loop.ts';
import type { Size } from './play-run.ts';

export interface BareQueue extends AsyncDisposable {
  /** Plays the same conversations, from the insert of their jobs to the completion of the last one. */
  play(endpoint: string, size: Size): Promise<Played>;
}

const QUEUE = 'conversations';

const CREATE_JOURNAL = `
create schema bare
  create table journal (job_id uuid, turn_no int, reply text, latency_ms float8, usage json,
    stored_at timestamptz not null default now(), primary key (job_id, turn_no))`;

const APPEND = {
  name: 'append',
  text: `
insert into bare.journal (job_id, turn_no, reply, latency_ms, usage)
select * from json_to_recordset($1::json) as x ("jobId" uuid, turn int, reply text, "latencyMs" float8, usage json)`,
};

export async function openBareQueue(databaseUrl: string): Promise<BareQueue> {
  // It has nothing to retry, expire or schedule: jobs only wait, run and end.
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'bare_queue',
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE);
  const journal = new pg.Client({ connectionString: databaseUrl });
  journal.on('error', (error) => console.error(error));
  await journal.connect();
  await journal.query(CREATE_JOURNAL);
  return {
    async play(endpoint, size) {
      const played = await measureHere(async (dispatcher) => {
        const jobs = Array.from({ length: size.conversations }, () => ({ data: {} }));
        await boss.insert(QUEUE, jobs);
        await playJobs({ boss, journal, inFlight: size.inFlight }, (store) =>
          playConversation({ endpoint, dispatcher, turns: size.turns }, store),
        );
      });
      await checkJournal(journal, size);
      return played;
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: false });
      await journal.end();
    },
  };
}

interface Engine {
  readonly boss: PgBoss;
  readonly journal: pg.Client;
  readonly inFlight: number;
}

/** Plays jobs until none is left. No lane waits for the completion of its job: the end waits for all of them. */
async function playJobs(
  { boss, journal, inFlight }: Engine,
  play: (store: (turn: BareTurn) => Promise<void>) => Promise<void>,
): Promise<void> {
  const take = fetchAhead(boss, inFlight);
  const append = inBatches<BareTurn & { readonly jobId: string }>(async (turns) => {
    await journal.query({ ...APPEND, values: [JSON.stringify(turns)] });
  });
  const complete = inBatches<Job>(async (jobs) => {
    await boss.complete(QUEUE, [...jobs]);
  });
  const completed: Promise<void>[] = [];
  const lane = async (): Promise<void> => {
    for (let job = await take(); job !== undefined; job = await take()) {
      const jobId = job.id;
      await play((turn) => append({ ...turn, jobId }));
      completed.push(complete(job));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  await Promise.all(completed);
}

/** Fetches the next batch while half of the last one waits, so that a lane rarely waits for a fetch. */
function fetchAhead(boss: PgBoss, batchSize: number): () => Promise<Job | undefined> {
  const ready: Job[] = [];
  let fetching: Promise<void> | undefined;
  let isEmpty = false;
  const fetch = async (): Promise<void> => {
    const jobs = await boss.fetch<object>(QUEUE, { batchSize });
    isEmpty = jobs.length === 0;
    ready.push(...jobs);
    fetching = undefined;
  };
  return async () => {
    if (ready.length <= batchSize / 2 && !isEmpty) fetching ??= fetch();
    while (ready.length === 0 && fetching !== undefined) {
      await fetching;
      if (ready.length === 0 && !isEmpty) fetching ??= fetch();
    }
    return ready.shift();
  };
}

/** Sends one batch at a time: what arrives meanwhile goes into the next one. */
function inBatches<T>(send: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let items: T[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  return (item) => {
    items.push(item);
    next ??= last = last.then(() => {
      const batch = items;
      items = [];
      next = undefined;
      return send(batch);
    });
    return next;
  };
}

async function checkJournal(journal: pg.Client, size: Size): Promise<void> {
  const { rows } = await journal.query(
    `select (select count(*)::int from bare.journal) as turns,
       (select count(*)::int from bare_queue.job where name = $1 and state = 'completed') as jobs,
       (select count(*)::int from bare_queue.job where name = $1 and state <> 'completed') as open`,
    [QUEUE],
  );
  const [found] = rows as { turns: number; jobs: number; open: number }[];
  const isWhole = found?.open === 0 && found.turns === found.jobs * size.turns;
  if (!isWhole) throw new Error(`the queue did not play everything: ${JSON.stringify(found)}`);
}
