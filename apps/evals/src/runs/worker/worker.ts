import { reclaimStaleRuns, touchFinishing } from '../../db/runs/end-run.ts';
import type { RunId } from '@fairtrial/contracts';
import type { Endpoint } from '@fairtrial/models';
import type { AskUser } from '@fairtrial/scorers';
import { randomUUID } from 'node:crypto';
import { SLOW_ANSWER_MS } from '../../db/connection/open-database.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import type { Run } from '../../entities/run.ts';
import { findAwaitingPartner, findWaitingPartner } from '../../db/runs/partner-run.ts';
import { findCancelled } from '../../db/runs/cancel-run-rows.ts';
import type { Job, RunOfProject } from '../../queue/create-queue.ts';
import { dispatch, type Dispatcher } from '../../queue/dispatch.ts';
import { FairShares, type FairSharesOptions } from '../../queue/fair-shares.ts';
import type { GradingModels } from '../grade/asked/grading-models.ts';
import { createPlayedGrading, type PlayedGrading } from '../grade/grade-played.ts';
import type { LocalGraders } from '../grade/local/local-graders.ts';
import { finishRun } from '../finish/finish-run.ts';
import { claimLanes, type ClaimedLane } from './claim-lanes.ts';
import { playLane, type Lane } from '../play/play-lane.ts';
import { createRunCache, type RunCache } from '../play/run-cache.ts';
import {
  checkLostClaims,
  failOrRetry,
  retriesExhausted,
  settleFinish,
  settleLane,
  type JobServices,
} from './settle-job.ts';
import { createTurnWriter, type TurnWriter } from '../play/turn-writer.ts';

interface WorkerOptions extends JobServices, FairSharesOptions {
  readonly createEndpoint: (run: Run) => Endpoint;
  /** Returns the model that plays the simulated users of a run. */
  readonly createUser: (run: Run) => AskUser;
  readonly modelsFor: (project: string) => GradingModels;
  readonly local: LocalGraders;
  readonly log: Record<'error' | 'warn', (context: object, message: string) => void>;
}

interface ActiveJob {
  readonly job: Job;
  readonly stop: AbortController;
}

const HEARTBEAT_MS = 4000;
/** A lane that has played this long is requeued, so that other workers can claim it. */
const MAX_LANE_MS = 30_000;
/** Time for turns in flight to end when the process shuts down. */
const GRACE_MS = 20_000;

/** Takes jobs from the queue up to its capacity: plays lanes and finishes runs. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #runs: RunCache;
  readonly #turnWriter: TurnWriter;
  readonly #played: PlayedGrading;
  readonly #shares: FairShares;
  readonly #dispatcher: Dispatcher;
  readonly #lanes = new Map<string, Lane>();
  readonly #finishing = new Map<string, ActiveJob>();
  /** Runs that were cancelled while lanes are being claimed, which are not in #lanes yet. */
  #cancelledWhileClaiming: Set<RunId> | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #closed = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(options: WorkerOptions) {
    const { database, queue, notifier, log, createEndpoint, createUser, local } = options;
    this.#options = options;
    this.#shares = new FairShares(options);
    this.#runs = createRunCache({
      tx: database,
      createEndpoint,
      createUser,
      signal: this.#closed.signal,
    });
    this.#played = createPlayedGrading({
      tx: database,
      local,
      onError: (error) => log.error({ err: error }, 'a turn could not be graded yet'),
      signal: this.#closed.signal,
    });
    this.#turnWriter = createTurnWriter({
      database,
      queue,
      onStored: (run, turns) => {
        notifier.notifyProgress([run.id]);
        this.#played.add(run, turns);
      },
      onFinishing: (run) => void this.#enqueueFinish([run]).catch(() => undefined),
      onEnqueued: () => this.wake(),
      signal: this.#closed.signal,
    });
    this.#dispatcher = dispatch({
      shares: this.#shares,
      fetch: (plan) => queue.fetch(plan),
      begin: (jobs) => this.#begin(jobs),
      onError: (error) => log.warn({ err: error }, 'jobs could not be fetched'),
    });
    this.#heartbeat = setInterval(() => {
      this.#beat().catch((error: unknown) => log.warn({ err: error }, 'job heartbeat failed'));
    }, HEARTBEAT_MS);
  }

  /** Fetches at once instead of at the next poll. */
  wake(): void {
    this.#dispatcher.wake();
  }

  /** Aborts the calls in flight of a run. */
  cancel(runId: RunId): void {
    this.#cancelledWhileClaiming?.add(runId);
    for (const { job, stop } of this.#activeJobs()) {
      if (job.runId === runId) stop.abort('cancelled');
    }
  }

  /** Finishes the turns in flight and releases all other work to other workers. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    await this.#dispatcher.stop();
    const grace = setTimeout(() => {
      for (const { stop } of this.#activeJobs()) stop.abort('paused');
      // What they have not graded by now, another worker grades.
      void this.#options.local[Symbol.asyncDispose]();
    }, GRACE_MS);
    if (this.#shares.count > 0) await this.#drained.promise;
    clearTimeout(grace);
    clearInterval(this.#heartbeat);
    this.#closed.abort();
  }

  #activeJobs(): readonly ActiveJob[] {
    return [...this.#lanes.values(), ...this.#finishing.values()];
  }

  #retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
    return retryWhileUnavailable(work, this.#closed.signal);
  }

  async #begin(jobs: readonly Job[]): Promise<void> {
    const { queue } = this.#options;
    await this.#beginFinishing(jobs.filter(({ kind }) => kind === 'finish'));
    const laneJobs = jobs.filter(({ kind }) => kind === 'lane');
    if (laneJobs.length === 0) return;
    this.#cancelledWhileClaiming = new Set();
    const claimed = await this.#retryWhileUnavailable(() => claimLanes(this.#options, laneJobs));
    for (const lane of claimed) void this.#play(lane);
    this.#cancelledWhileClaiming = undefined;
    const claimedIds = new Set(claimed.map(({ job }) => job.id));
    const idle = laneJobs.filter(({ id }) => !claimedIds.has(id));
    await this.#retryWhileUnavailable(() => queue.complete(idle));
  }

  /** A run that is compared with its partner is finished after it: the end of the partner enqueues a new job. */
  async #beginFinishing(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const { database, queue } = this.#options;
    const runIds = jobs.map(({ runId }) => runId);
    const waiting = new Set(
      await this.#retryWhileUnavailable(() => findAwaitingPartner(database, runIds)),
    );
    for (const job of jobs) if (!waiting.has(job.runId)) void this.#finish(job);
    const early = jobs.filter(({ runId }) => waiting.has(runId));
    await this.#retryWhileUnavailable(() => queue.complete(early));
  }

  async #play({ job, attempt }: ClaimedLane): Promise<void> {
    const stop = new AbortController();
    const startedAt = performance.now();
    const lane: Lane = { job, claim: attempt, startedAt, provenAt: job.fetchedAt, stop };
    this.#lanes.set(job.id, lane);
    this.#shares.begin(job.project);
    if (attempt.runState !== 'running' || this.#cancelledWhileClaiming?.has(job.runId) === true)
      stop.abort('cancelled');
    try {
      checkLostClaims(job);
      const outcome = await playLane({
        tx: this.#options.database,
        queue: this.#options.queue,
        lane,
        runs: this.#runs,
        turnWriter: this.#turnWriter,
        nextLane: () => (this.#shouldRequeue(lane) ? randomUUID() : job.id),
        isPaused: () => this.#isClosing,
      });
      await this.#retryWhileUnavailable(() => settleLane(this.#options, lane, outcome));
    } catch (error) {
      await this.#fail(job, error);
    } finally {
      // If the claim was lost, this worker may have fetched the job again.
      if (this.#lanes.get(job.id) === lane) this.#lanes.delete(job.id);
      this.#onJobEnd(job);
    }
  }

  /** True if the rest of a lane should become a new job, which other workers can claim. */
  #shouldRequeue({ job, startedAt }: Lane): boolean {
    return this.#dispatcher.isBehind(job.project) || performance.now() - startedAt > MAX_LANE_MS;
  }

  async #finish(job: Job): Promise<void> {
    // If a heartbeat was late, this worker may fetch a job again that it is still working on.
    const active = [...this.#finishing.values()];
    if (active.some((other) => other.job.runId === job.runId)) return;
    const stop = new AbortController();
    this.#finishing.set(job.id, { job, stop });
    this.#shares.begin(job.project);
    const control = { signal: stop.signal, isPaused: () => this.#isClosing };
    try {
      const { database, modelsFor } = this.#options;
      const tx = database.within(SLOW_ANSWER_MS);
      const services = {
        ...this.#options,
        tx,
        models: modelsFor(job.project),
        played: this.#played,
      };
      const outcome = await this.#retryWhileUnavailable(() =>
        finishRun(services, job.runId, control),
      );
      await this.#retryWhileUnavailable(() => settleFinish(this.#options, job, outcome));
      const waiting = await findWaitingPartner(database, job.runId);
      await this.#enqueueFinish(waiting.map((runId) => ({ runId, project: job.project })));
    } catch (error) {
      await this.#fail(job, error);
    } finally {
      this.#finishing.delete(job.id);
      this.#onJobEnd(job);
    }
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    if (this.#closed.signal.aborted) return;
    const message = retriesExhausted(job) ? 'run failed' : 'job failed, it will be retried';
    this.#options.log.error({ err: error, run_id: job.runId }, message);
    // If this fails, too, the job loses its heartbeat and is retried.
    const settled = this.#retryWhileUnavailable(() => failOrRetry(this.#options, job));
    await settled.catch(() => undefined);
  }

  /** Best effort: the heartbeat of any worker reclaims runs without a finish job. */
  async #enqueueFinish(runs: readonly RunOfProject[]): Promise<void> {
    const { database, queue } = this.#options;
    await queue.enqueueFinish(database, runs);
    this.wake();
  }

  #onJobEnd({ project }: Job): void {
    this.#shares.end(project);
    this.wake();
    if (this.#isClosing && this.#shares.count === 0) this.#drained.resolve();
  }

  /** Heartbeat; also picks up stale runs and cancellations. */
  async #beat(): Promise<void> {
    const { queue, database } = this.#options;
    const jobs = this.#activeJobs().map(({ job }) => job);
    const startedAt = performance.now();
    const held = await queue.touch(jobs); // first, because it must not wait for anything else
    for (const lane of this.#lanes.values()) {
      if (held.has(lane.job)) lane.provenAt = Math.max(lane.provenAt, startedAt);
    }
    await this.#enqueueFinish(await reclaimStaleRuns(database));
    if (jobs.length === 0) return;
    const finishing = [...this.#finishing.values()].map(({ job }) => job.runId);
    if (finishing.length > 0) await touchFinishing(database, finishing);
    const runIds = [...new Set(jobs.map(({ runId }) => runId))];
    for (const runId of await findCancelled(database, runIds)) this.cancel(runId);
  }
}
