import { AppError, RunId } from '@assay/contracts';
import { ConfigError, type Logger } from '@assay/server';
import type { Config } from './config.ts';
import { ensurePartitions } from './db/connection/ensure-partitions.ts';
import { listen } from './db/connection/listen.ts';
import { migrate } from './db/connection/migrate.ts';
import { CHANNELS } from './db/connection/notify.ts';
import { openDatabase, type Database } from './db/connection/open-database.ts';
import { retryWhileUnavailable } from './db/connection/retry-while-unavailable.ts';
import { openPostgres } from './open-postgres.ts';
import { createQueue, type Queue } from './queue/create-queue.ts';
import {
  createCompletionWaiter,
  type RunCompletionWaiter,
} from './runs/events/completion-waiter.ts';
import { followRuns, type RunFeeds } from './runs/events/follow-runs.ts';
import { createRunNotifier, type RunNotifier } from './runs/events/run-notifier.ts';
import { startWorker, type StartedWorker } from './start-worker.ts';

/** What keeps runs going, whoever asks for them. */
export interface Engine extends AsyncDisposable {
  readonly database: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
  readonly completions: RunCompletionWaiter;
  readonly feeds: RunFeeds;
}

const CONNECTIONS = 10;
/** A database that starts together with us may take a moment. */
const TIMEOUT_MS = 30_000;
const HINT_MS = 2000;
const PARTITIONS_MS = 6 * 3600 * 1000;

export async function openEngine(config: Config, logger: Logger): Promise<Engine> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await openPostgres(config.databaseUrl, config.dataFolder));
  if (postgres.folder) logger.info({ folder: postgres.folder }, 'a PostgreSQL of our own');
  const database = opened.use(
    openDatabase({
      url: postgres.url,
      connections: CONNECTIONS,
      beforeStatement: countDown(config.failpoint),
    }),
  );
  await prepareOrSay(database, logger);
  const queue = opened.use(
    await createQueue({
      database,
      supervise: config.role !== 'api',
      onError: (error) => logger.warn({ err: error }, 'the queue met an error'),
    }),
  );
  const notifier = createRunNotifier(database);
  const completions = createCompletionWaiter(database);
  const feeds = followRuns(database);
  const worker =
    config.role === 'api'
      ? undefined
      : opened.use(startWorker({ config, logger, database, queue, notifier }));
  opened.use(listenForNotifications(postgres.url, { completions, feeds, worker }));
  const partitions = setInterval(() => {
    prepare(database).catch((err: unknown) => logger.error({ err }, 'partitions are missing'));
  }, PARTITIONS_MS).unref();
  opened.defer(() => clearInterval(partitions));
  const resources = opened.move();
  return {
    database,
    queue,
    notifier,
    completions,
    feeds,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** What keeps us from the database is told in words: it is the operator who can mend it. */
async function prepareOrSay(database: Database, logger: Logger): Promise<void> {
  const hint = setTimeout(() => logger.warn('waiting for the database'), HINT_MS);
  try {
    await retryWhileUnavailable(() => prepare(database), AbortSignal.timeout(TIMEOUT_MS));
  } catch (thrown) {
    const cause = thrown instanceof AppError ? thrown.cause : thrown;
    const why = cause instanceof AggregateError ? cause.errors[0] : cause;
    const problem = `cannot be used: ${why instanceof Error ? why.message : String(why)}`;
    throw new ConfigError([{ variable: 'DATABASE_URL', problem }]);
  } finally {
    clearTimeout(hint);
  }
}

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await database.transaction((tx) => ensurePartitions(tx, new Date()));
}

interface Hearers {
  readonly completions: RunCompletionWaiter;
  readonly feeds: RunFeeds;
  readonly worker: StartedWorker | undefined;
}

function listenForNotifications(
  url: string,
  { completions, feeds, worker }: Hearers,
): AsyncDisposable {
  const hearers: Readonly<Record<string, (runId: RunId) => void>> = {
    [CHANNELS.progress]: (runId) => feeds.onNotification(runId),
    [CHANNELS.end]: (runId) => completions.onNotification(runId),
    [CHANNELS.cancel]: (runId) => worker?.cancel(runId),
  };
  return listen({
    url,
    channels: Object.values(CHANNELS),
    onNotification(channel, payload) {
      if (channel === CHANNELS.jobs) worker?.wake();
      const { data: runId } = RunId.safeParse(payload);
      if (runId !== undefined) hearers[channel]?.(runId);
    },
    catchUp() {
      feeds.catchUp();
      completions.catchUp();
      worker?.wake();
    },
  });
}

/** Ends the process the hard way before its n-th statement. */
function countDown(failpoint: number | undefined): () => void {
  let left = failpoint ?? Number.POSITIVE_INFINITY;
  return () => {
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
}
