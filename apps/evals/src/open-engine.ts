import { AppError } from '@fairtrial/contracts';
import { ConfigError, type Logger } from '@fairtrial/server';
import type { Config } from './config.ts';
import { errorCode, isLockTimeout } from './db/connection/database-unavailable.ts';
import { migrate } from './db/connection/migrate.ts';
import {
  CHECK_ANSWER_MS,
  checkWritable,
  openDatabase,
  type Database,
} from './db/connection/open-database.ts';
import { makePartitions, type PartitionWidth } from './db/partitions/make-partitions.ts';
import { ensureNameIndex } from './db/lists/list-run-heads.ts';
import type { Transactor } from './db/connection/sql.ts';
import { storeMissingSettings } from './db/connection/session-settings.ts';
import { retryWhileUnavailable } from './db/connection/retry-while-unavailable.ts';
import { openPostgres } from './open-postgres.ts';
import { createQueue, type Queue } from './queue/create-queue.ts';
import {
  createCompletionWaiter,
  type RunCompletionWaiter,
} from './runs/events/completion-waiter.ts';
import { createRunFeeds, type RunFeeds } from './runs/events/run-feed.ts';
import {
  createRunNotifier,
  listenForNotifications,
  type RunNotifier,
} from './runs/events/run-notifier.ts';
import { startRetention, type Retention } from './start-retention.ts';
import { startWorker } from './start-worker.ts';

/** The parts of a process that accept and play runs. */
export interface Engine extends AsyncDisposable {
  readonly database: Database;
  /** For slow reads of callers: separate connections, so that they do not delay runs. */
  readonly reads: Database;
  readonly queue: Queue;
  readonly notifier: RunNotifier;
  readonly completions: RunCompletionWaiter;
  readonly feeds: RunFeeds;
  /** Creates missing partitions for the runs of the next days. */
  readonly makePartitions: () => Promise<void>;
  /** Resolves when the index of run names exists. Until then searching for rare names is slow. */
  readonly nameIndexMade: Promise<void>;
}

const CONNECTIONS = 10;
const READ_CONNECTIONS = 10;
/** Shorter than the handler timeout. */
const READ_LIMIT = { statementTimeoutMs: 20_000 };
/** The database may be starting at the same time. */
const DATABASE_TIMEOUT_MS = 30_000;
const DATABASE_HINT_MS = 2000;
/** With longer retention, an additional month matters little, and daily partitions would be too many. */
const MAX_DAYS_BY_DAY = 92;
const PARTITIONS_MS = 3600 * 1000;
const NO_NOTIFICATIONS =
  'the connection pooler forwards no notifications, so workers and waiting requests poll: set DATABASE_LISTEN_URL to the database server';
const TABLE_IN_USE =
  'a migration waits for a table that another transaction uses, such as that of a backup; start again when it has ended';
const NOT_ALLOWED = '42501';
/** A migration can rewrite a large table. */
const MIGRATION_ANSWER_MS = 3600 * 1000;

export async function openEngine(config: Config, logger: Logger): Promise<Engine> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await openPostgres(config.databaseUrl, config.dataFolder));
  const { folder, isJoined: joined } = postgres;
  if (folder) logger.info({ folder, joined }, 'using the built-in PostgreSQL');
  const database = opened.use(
    openDatabase({
      url: postgres.url,
      connections: CONNECTIONS,
      beforeStatement: createFailpoint(config.failpoint),
    }),
  );
  const heartbeats = opened.use(openDatabase({ url: postgres.url, connections: 1 }));
  const reads = opened.use(
    openDatabase({ url: postgres.url, connections: READ_CONNECTIONS, ...READ_LIMIT }),
  );
  await prepareDatabase(database, logger);
  const nameIndexMade = makeNameIndex(database.within(MIGRATION_ANSWER_MS), logger);
  const makeMissing = (): Promise<void> => makePartitions(database, partitionWidth(config));
  opened.use(await keepPartitions(makeMissing, logger));
  const queue = opened.use(
    await createQueue({
      database,
      heartbeats,
      checkWritable:
        config.role === 'api' ? undefined : () => checkWritable(heartbeats.within(CHECK_ANSWER_MS)),
      onError: (error) => logger.warn({ err: error }, 'queue error'),
    }),
  );
  const notifier = createRunNotifier(database);
  const completions = createCompletionWaiter(database);
  const feeds = createRunFeeds(database);
  // Opened before the worker, so that it is closed after it: at shutdown jobs are released first.
  if (config.role !== 'api') {
    opened.use(startRetention({ database, log: logger, ...retentionOf(config) }));
  }
  const worker =
    config.role === 'api'
      ? undefined
      : opened.use(startWorker({ config, logger, database, queue, notifier }));
  opened.use(
    listenForNotifications(config.listenUrl ?? postgres.url, {
      completions,
      feeds,
      worker,
      onPooler: () => logger.warn(NO_NOTIFICATIONS),
    }),
  );
  const resources = opened.move();
  return {
    database,
    reads,
    queue,
    notifier,
    completions,
    feeds,
    makePartitions: makeMissing,
    nameIndexMade,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function retentionOf({ retentionDays: days, traces }: Config): Retention {
  return { days, traceDays: traces.retentionDays };
}

/**
 * Runs are removed by partition: with monthly partitions and RETENTION_DAYS=30, runs would be kept up to twice as long.
 */
function partitionWidth({ retentionDays }: Config): PartitionWidth {
  return retentionDays !== undefined && retentionDays <= MAX_DAYS_BY_DAY ? 'day' : 'month';
}

/**
 * Creates partitions now and every hour. Failures are only logged: the next partitions already exist, or are created
 * when a run finds one missing.
 */
async function keepPartitions(makeMissing: () => Promise<void>, log: Logger): Promise<Disposable> {
  const make = (): Promise<void> =>
    makeMissing().catch((err: unknown) => log.error({ err }, 'partitions are missing'));
  await make();
  const timer = setInterval(() => void make(), PARTITIONS_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Throws a ConfigError if the database is unusable, because the operator has to fix that. */
async function prepareDatabase(database: Database, logger: Logger): Promise<void> {
  const hint = setTimeout(() => logger.warn('waiting for the database'), DATABASE_HINT_MS);
  try {
    await retryWhileUnavailable(async () => {
      await prepareSettings(database, logger); // before the pooler opens more connections
      await migrate(database.within(MIGRATION_ANSWER_MS));
    }, AbortSignal.timeout(DATABASE_TIMEOUT_MS));
  } catch (thrown) {
    const cause = thrown instanceof AppError ? thrown.cause : thrown;
    const reason = cause instanceof AggregateError ? cause.errors[0] : cause;
    const why = reason instanceof Error ? reason.message : String(reason);
    const problem = isLockTimeout(reason) ? TABLE_IN_USE : `cannot be used: ${why}`;
    throw new ConfigError([{ variable: 'DATABASE_URL', problem }]);
  } finally {
    clearTimeout(hint);
  }
}

/**
 * Not awaited at startup: creating an index on a large table waits for all running transactions, including a backup.
 */
async function makeNameIndex(database: Transactor, logger: Logger): Promise<void> {
  await ensureNameIndex(database).catch((err: unknown) =>
    logger.warn(
      { err },
      'searching for rare run names is slow, because their index could not be created',
    ),
  );
}

/**
 * Behind a pooler, connections need the settings as defaults of the role. Without them everything works, but slower.
 */
async function prepareSettings(database: Database, logger: Logger): Promise<void> {
  try {
    const found = await storeMissingSettings(database);
    if (found === 'stored') logger.warn('settings for connections through a pooler were stored');
  } catch (err) {
    if (errorCode(err) !== NOT_ALLOWED) throw err;
    logger.warn({ err }, 'settings for connections through a pooler could not be stored');
  }
}

/** Kills this process before its n-th statement, to test crashes. */
function createFailpoint(failpoint: number | undefined): () => void {
  let left = failpoint ?? Number.POSITIVE_INFINITY;
  return () => {
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
}
