import type { Page, Request, Response } from 'playwright-core';

/** A call of the API by the page, or its answer. */
export interface Traffic {
  readonly method: string;
  readonly path: string;
  /** `undefined` for a call; empty for an answer that the page no longer waits for. */
  readonly body: string | undefined;
}

/** Records the calls that the page makes from now on, and their answers, in the order in which they happen. */
export function recordTraffic(page: Page): () => Promise<readonly Traffic[]> {
  const traffic: Promise<Traffic>[] = [];
  const calls = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'fetch') return;
    calls.add(request);
    traffic.push(Promise.resolve(toTraffic(request, undefined)));
  });
  page.on('response', (response) => {
    if (calls.has(response.request())) traffic.push(readAnswer(response));
  });
  return () => Promise.all(traffic);
}

async function readAnswer(response: Response): Promise<Traffic> {
  const body = await response.text().catch(() => '');
  return toTraffic(response.request(), body);
}

function toTraffic(request: Request, body: string | undefined): Traffic {
  return { method: request.method(), path: new URL(request.url()).pathname, body };
}
