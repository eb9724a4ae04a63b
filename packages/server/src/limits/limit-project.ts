import { AppError } from '@assay/contracts';
import type { Reply, Request } from '../server.ts';
import { whenOver } from './when-over.ts';

interface ProjectLimit {
  /** What is limited, in the plural: it is part of the refusal. */
  readonly what: string;
  readonly atOnce: number;
  /** How long a request waits for its turn before it is refused. */
  readonly waitMs?: number;
}

/** A `preHandler`; a handler that finds out later how much it has to do may also call it. */
export type ProjectGuard = (request: Request, reply: Reply) => Promise<void>;

interface Share {
  underWay: number;
  /** Each begins one request that waits, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

const WAIT_MS = 5000;
/** Requests that wait, for each that is under way. */
const WAITING_PER_TURN = 4;

/**
 * A `preHandler` for routes that keep the database busy: so many requests of one project are under way at once, a few
 * more wait for a moment, and the rest is refused. Other projects are not held up by them.
 */
export function limitProject({ what, atOnce, waitMs = WAIT_MS }: ProjectLimit): ProjectGuard {
  const shares = new Map<string, Share>();

  return async (request, reply) => {
    if (reply.raw.destroyed) return; // its work does not begin
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
      const detail = `this project has ${atOnce} ${what} under way already; try again in a moment`;
      throw new AppError('rate_limited', detail, { headers: { 'retry-after': '1' } });
    }
  };
}

interface Turn extends Pick<Share, 'waiting'> {
  readonly begin: () => void;
  readonly waitMs: number;
}

/** Whether its turn came before the time was up or the caller hung up. */
function waitForTurn({ begin, waiting, waitMs }: Turn, reply: Reply): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTurn: boolean): void => {
      clearTimeout(timer);
      reply.raw.off('close', leave);
      waiting.delete(take);
      resolve(isTurn);
    };
    // At once, so that no other request takes its place in between.
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
