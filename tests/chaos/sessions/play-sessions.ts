import { checkRun, listBreaches, type Breach } from '../check-run.ts';
import { openEnvironment } from '../open-environment.ts';
import { awaitEnd, createBatch, createRunBody, postUntilAccepted, send } from '../post-run.ts';
import type { Batch } from '../post-run.ts';
import type { Size } from '../read-options.ts';
import { PLACE, readerOf, readRecords, type RunRecords } from '../read-records.ts';
import { measureRetakes } from '../report-disturbed.ts';
import { round, type Report } from '../report.ts';
import { anyWorkers, endWithKills, startServices, type Services } from '../workers.ts';
import {
  checkRetry,
  checkSessions,
  type SessionRecords,
  type SessionRow,
} from './check-sessions.ts';
import { startChatApi, type ChatApi } from './start-chat-api.ts';

/** Conversations of the run that is retried. */
const RETRIED_CONVERSATIONS = 20;

const TARGET = {
  path: '/conversations/{{session}}/messages',
  body: { text: '{{user_message}}' },
  reply: '/answer',
  session: { from: '/conversation/id', open: { path: '/conversations', body: {} } },
};

interface Play extends Services {
  readonly chat: ChatApi;
}

/**
 * Plays conversations that the endpoint keeps in sessions, while workers are killed: other workers must continue in the
 * same sessions. Then plays a run with planted failures and retries it: its conversations must start again.
 */
export async function playSessions(size: Size, random: () => number): Promise<Report> {
  await using environment = await openEnvironment(size.latencyMs);
  await using chat = await startChatApi(size.latencyMs);
  const { workers: count, inFlight } = size;
  const services = await startServices(environment, { count, inFlight });
  const play = { ...services, chat };
  const { kills } = services.workers;
  const started = performance.now();
  const batch = createBatch(size.conversations, size.turns, count * inFlight);
  const runId = await postRun(play, batch);
  await endWithKills(services, runId, anyWorkers(services, size, random));
  const records = await readDisturbed(play, { runId, batch, kills });
  const sessions = await readSessions(play, runId, batch);
  const { delays, left } = measureRetakes(records);
  const continued = countContinued(records);
  const retried = await playRetry(play, count * inFlight);
  return {
    name: 'sessions',
    figures: {
      conversations: size.conversations,
      turns: records.rows.length,
      kills: kills.length,
      sessions: chat.sessions.size,
      sessions_opened: chat.opened(),
      rows_resent: records.rows.filter(({ flags }) => flags.includes('resent')).length,
      conversations_continued: continued,
      retaken_after_s_max: round((delays.at(-1) ?? 0) / 1000),
      retried: retried.attempts,
      wall_s: round((performance.now() - started) / 1000),
    },
    breaches: [
      ...checkRun(records),
      ...checkSessions(sessions),
      ...retried.breaches,
      ...listBreaches('R1', 'claims that no worker took over', left),
      ...services.checkProcesses(),
      ...listBreaches(
        'S1',
        'nothing was tested: no worker continued a session of another',
        continued === 0 ? ['0'] : [],
      ),
    ],
  };
}

function postRun({ api, chat }: Play, batch: Batch): Promise<string> {
  const body = JSON.parse(createRunBody(chat.url, batch)) as object;
  const request = { ...body, endpoint: chat.url, target: TARGET };
  return postUntilAccepted(api.url, JSON.stringify(request), JSON.stringify(batch));
}

/** Counts attempts whose turns were written by several workers. */
function countContinued({ writes }: RunRecords): number {
  const writers = Map.groupBy(writes, ({ scenario, attempt }) => `${scenario}/${attempt}`);
  return [...writers.values()].filter((all) => new Set(all.map(({ worker }) => worker)).size > 1)
    .length;
}

type PlayedRun = Pick<RunRecords, 'runId' | 'batch' | 'kills'>;

/** Reads the records of a run, with the questions that the replies repeat as their texts. */
async function readDisturbed({ database, chat }: Play, run: PlayedRun): Promise<RunRecords> {
  const records = await readRecords({ ...run, database, simulator: chat.url });
  const rows = records.rows.map((row) => ({ ...row, reply: row.reply.replace(/ \[.*$/, '') }));
  return { ...records, rows };
}

const rowsOf = (table: string): string => `
select ${PLACE}, turn_no as turn, try, outcome, reply, session
from ${table} where run_id = $1 order by scenario_no, attempt_no, turn_no`;

async function readSessions(
  { database, chat }: Play,
  runId: string,
  { turns }: Batch,
): Promise<SessionRecords> {
  const read = readerOf(database, runId);
  return {
    runId,
    turns,
    rows: await read<SessionRow>(rowsOf('turn')),
    superseded: await read<SessionRow>(rowsOf('turn_superseded')),
    sessions: chat.sessions,
  };
}

interface Retried {
  readonly attempts: number;
  readonly breaches: readonly Breach[];
}

/** Plays a run in which a turn of every fourth attempt fails, and retries it. */
async function playRetry(play: Play, concurrency: number): Promise<Retried> {
  const batch = createBatch(RETRIED_CONVERSATIONS, 4, concurrency);
  for (let attempt = 0; attempt < batch.attempts; attempt += 4) {
    for (let scenario = 0; scenario < batch.scenarios; scenario += 1) {
      play.chat.refused.add(`${scenario}/${attempt}/${1 + (scenario % 3)}`);
    }
  }
  const attempts = play.chat.refused.size;
  const runId = await postRun(play, batch);
  await awaitEnd(play.api.url, runId);
  const before = await readSessions(play, runId, batch);
  play.chat.refused.clear();
  const answer = await send(`${play.api.url}/runs/${runId}/retry`, { method: 'POST' });
  if (answer?.status !== 202) throw new Error(`S2: no retry: ${JSON.stringify(answer)}`);
  await awaitEnd(play.api.url, runId);
  const after = await readSessions(play, runId, batch);
  return { attempts, breaches: checkRetry(before, after) };
}
