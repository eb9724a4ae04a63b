import type { RunId } from '@assay/contracts';
import type { Endpoint } from '@assay/models';
import { randomUUID } from 'node:crypto';
import { findCancelled } from '../../db/runs/set-run-cancelling.ts';
import { reclaimStaleRuns } from '../../db/runs/reclaim-stale-runs.ts';
import { hasQueued } from '../../db/attempts/has-queued.ts';
import { touchFinishing } from '../../db/runs/touch-finishing.ts';
import type { Run } from '../../db/runs/run.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import { dispatch, type Dispatcher } from '../../queue/dispatch.ts';
import type { Job } from '../../queue/job.ts';
import { claimLanes, type ClaimedLane } from './claim-lanes.ts';
import { createTurnWriter, type TurnWriter } from './turn-writer.ts';
import { finishRun, type Finish } from '../summary/finish-run.ts';
import { createRunCache, type RunCache } from './run-cache.ts';
import type { GradingModels } from '../grading/grading-models.ts';
import { playLane, type Lane } from './play-lane.ts';
import { retriesExhausted, failOrRetry, settleLane, type SettleServices } from './settle-job.ts';

interface WorkerOptions extends SettleServices {
  readonly createEndpoint: (run: Run) => Endpoint;
  readonly models: GradingModels;
  /** Conversations in flight. */
  readonly capacity: number;
  readonly now: () => Date;
  readonly log: Record<'error' | 'warn', (context: object, message: string) => void>;
}

const TOUCH_MS = 4000;
/** A lane that has played this long goes to the end of the line, where others can take it. */
const LANE_MS = 30_000;
/** How long turns under way may take when the process is to end. */
const GRACE_MS = 20_000;
/** A job that fell to somebody else this often brings its workers down: its run is given up. */
const MAX_CLAIMS = 20;

/** Plays lanes and finishes runs: as many conversations at once as it has room for. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #runs: RunCache;
  readonly #journal: TurnWriter;
  readonly #dispatcher: Dispatcher;
  readonly #lanes = new Map<string, Lane>();
  readonly #finishing = new Map<string, { readonly job: Job; readonly stop: AbortController }>();
  /** While lanes are being claimed, which are not among ours yet: runs that were cancelled meanwhile. */
  #cancelled: Set<RunId> | undefined;
  readonly #pulse: NodeJS.Timeout;
  readonly #ended = new AbortController();
  readonly #emptied = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(options: WorkerOptions) {
    const { database, queue, notifier, capacity, log, createEndpoint } = options;
    this.#options = options;
    this.#runs = createRunCache({ tx: database, createEndpoint, signal: this.#ended.signal });
    this.#journal = createTurnWriter({
      database,
      queue,
      onProgress: (runIds) => notifier.notifyProgress(runIds),
      onFinishing: (runIds) => void this.#askForSummaries(runIds).catch(() => undefined),
      onEnqueued: () => this.wake(),
      signal: this.#ended.signal,
    });
    this.#dispatcher = dispatch({
      capacity,
      fetch: (most) => queue.fetch(most),
      begin: (jobs) => this.#begin(jobs),
      underWay: () => this.#underWay,
      isWaiting: () => hasQueued(database),
      onError: (error) => log.warn({ err: error }, 'no jobs could be taken'),
    });
    this.#pulse = setInterval(() => {
      this.#touch().catch((error: unknown) => log.warn({ err: error }, 'jobs could not be kept'));
    }, TOUCH_MS);
  }

  /** There may be something to do. */
  wake(): void {
    this.#dispatcher.wake();
  }

  /** Calls of this run that are under way are given up. */
  cancel(runId: RunId): void {
    this.#cancelled?.add(runId);
    for (const { job, stop } of this.#atWork()) if (job.runId === runId) stop.abort('cancelled');
  }

  /** Finishes the turns that are under way and leaves everything else to others. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    await this.#dispatcher.stop();
    const grace = setTimeout(() => {
      for (const { stop } of this.#atWork()) stop.abort('paused');
    }, GRACE_MS);
    if (this.#underWay > 0) await this.#emptied.promise;
    clearTimeout(grace);
    clearInterval(this.#pulse);
    this.#ended.abort();
  }

  get #underWay(): number {
    return this.#lanes.size + this.#finishing.size;
  }

  #atWork(): readonly { readonly job: Job; readonly stop: AbortController }[] {
    return [...this.#lanes.values(), ...this.#finishing.values()];
  }

  /** A database that is away for a moment is waited for. */
  #surely<T>(work: () => Promise<T>): Promise<T> {
    return retryWhileUnavailable(work, this.#ended.signal);
  }

  async #begin(jobs: readonly Job[]): Promise<void> {
    const { database, queue } = this.#options;
    for (const job of jobs) if (job.kind === 'finish') void this.#finish(job);
    const lanes = jobs.filter(({ kind }) => kind === 'lane');
    if (lanes.length === 0) return;
    this.#cancelled = new Set();
    const claimed = await this.#surely(() => claimLanes(database, lanes));
    for (const lane of claimed) void this.#play(lane);
    this.#cancelled = undefined;
    const busy = new Set(claimed.map(({ job }) => job.id));
    const idle = lanes.filter(({ id }) => !busy.has(id));
    await this.#surely(() => queue.complete(idle));
  }

  async #play({ job, attempt, played }: ClaimedLane): Promise<void> {
    const stop = new AbortController();
    const lane: Lane = { job, held: attempt, since: performance.now(), stop };
    this.#lanes.set(job.id, lane);
    if (attempt.runState !== 'running' || this.#cancelled?.has(job.runId) === true)
      stop.abort('cancelled');
    try {
      if (job.retryCount > MAX_CLAIMS) {
        throw new Error(`the workers of this job fell silent ${job.retryCount} times`);
      }
      const end = await playLane({
        lane,
        played,
        runs: this.#runs,
        journal: this.#journal,
        nextLane: () => (this.#givesWay(lane) ? randomUUID() : job.id),
        isPaused: () => this.#isClosing,
      });
      await this.#surely(() => settleLane(this.#options, lane, end));
    } catch (error) {
      await this.#fail(job, error);
    } finally {
      this.#lanes.delete(job.id);
      this.#leave();
    }
  }

  #givesWay({ since }: Lane): boolean {
    return this.#dispatcher.isBehind || performance.now() - since > LANE_MS;
  }

  async #finish(job: Job): Promise<void> {
    // A job that we were too busy to keep comes back to us; the summary is being made all the same.
    const isAtIt = [...this.#finishing.values()].some(({ job: { runId } }) => runId === job.runId);
    if (isAtIt) return;
    const stop = new AbortController();
    this.#finishing.set(job.id, { job, stop });
    const control = { signal: stop.signal, isPaused: () => this.#isClosing };
    try {
      const services = { ...this.#options, tx: this.#options.database };
      const end = await this.#surely(() => finishRun(services, job.runId, control));
      await this.#surely(() => this.#leaveFinish(job, end));
    } catch (error) {
      await this.#fail(job, error);
    } finally {
      this.#finishing.delete(job.id);
      this.#leave();
    }
  }

  async #leaveFinish(job: Job, end: Finish): Promise<void> {
    const { queue } = this.#options;
    if (end === 'paused') await queue.release([job]);
    else await queue.complete([job]); // where it is lost, another job has the run
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const message = retriesExhausted(job) ? 'run failed' : 'a run was interrupted by a fault';
    this.#options.log.error({ err: error, run_id: job.runId }, message);
    // Where even this fails, whoever takes the job next sees the same.
    await this.#surely(() => failOrRetry(this.#options, job)).catch(() => undefined);
  }

  /** Where this does not come through, somebody finds the runs stranded. */
  async #askForSummaries(runIds: readonly RunId[]): Promise<void> {
    const { database, queue } = this.#options;
    await queue.enqueueFinish(database, runIds);
    this.wake();
  }

  #leave(): void {
    this.wake();
    if (this.#isClosing && this.#underWay === 0) this.#emptied.resolve();
  }

  /** We are alive; and is what we play still wanted? */
  async #touch(): Promise<void> {
    const { queue, database } = this.#options;
    await this.#askForSummaries(await reclaimStaleRuns(database));
    if (this.#underWay === 0) return;
    const jobs = this.#atWork().map(({ job }) => job);
    await queue.touch(jobs);
    const finishing = [...this.#finishing.values()].map(({ job }) => job.runId);
    if (finishing.length > 0) await touchFinishing(database, finishing);
    const runIds = [...new Set(jobs.map(({ runId }) => runId))];
    for (const runId of await findCancelled(database, runIds)) this.cancel(runId);
  }
}
