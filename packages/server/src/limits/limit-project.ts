import { AppError } from '@fairtrial/contracts';
import type { Reply, Request } from '../server.ts';
import { whenOver } from './when-over.ts';

interface ProjectLimit {
  /** Plural name of the limited requests, used in the error message. */
  readonly what: string;
  readonly atOnce: number;
  /** Maximum wait before a request is refused. */
  readonly waitMs?: number;
}

/** A `preHandler`. A handler that learns its cost later may also call it. */
export type ProjectGuard = (request: Request, reply: Reply) => Promise<void>;

interface Share {
  underWay: number;
  /** Starts one waiting request each, in order of arrival. */
  readonly waiting: Set<() => void>;
}

const WAIT_MS = 5000;
/** Waiting requests allowed per running one. */
const WAITING_PER_TURN = 4;

/**
 * Creates a `preHandler` for routes that keep the database busy. It runs a fixed number of requests per project at
 * once, lets a few more wait briefly, and refuses the rest. Other projects are not delayed.
 */
export function limitProject({ what, atOnce, waitMs = WAIT_MS }: ProjectLimit): ProjectGuard {
  const shares = new Map<string, Share>();

  return async (request, reply) => {
    if (reply.raw.destroyed) return; // the handler does not start
    const project = request.caller?.project ?? 'default';
    const share = shares.get(project) ?? { underWay: 0, waiting: new Set() };
    const begin = (): void => {
      shares.set(project, share);
      share.underWay += 1;
      whenOver(request, reply, () => {
        share.underWay -= 1;
        const [next] = share.waiting;
        next?.();
        if (share.underWay === 0) shares.delete(project);
      });
    };
    if (share.underWay < atOnce) begin();
    else if (
      share.waiting.size >= atOnce * WAITING_PER_TURN ||
      !(await waitForTurn({ begin, waiting: share.waiting, waitMs }, reply))
    ) {
      const detail = `this project has ${atOnce} ${what} in progress already; try again in a moment`;
      throw new AppError('rate_limited', detail, { headers: { 'retry-after': '1' } });
    }
  };
}

interface Turn extends Pick<Share, 'waiting'> {
  readonly begin: () => void;
  readonly waitMs: number;
}

/** False if the wait timed out or the caller hung up. */
function waitForTurn({ begin, waiting, waitMs }: Turn, reply: Reply): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTurn: boolean): void => {
      clearTimeout(timer);
      reply.raw.off('close', leave);
      waiting.delete(take);
      resolve(isTurn);
    };
    // Synchronous, so that no other request takes the slot in between.
    const take = (): void => {
      end(true);
      begin();
    };
    const leave = (): void => end(false);
    const timer = setTimeout(leave, waitMs);
    reply.raw.once('close', leave);
    waiting.add(take);
  });
}
