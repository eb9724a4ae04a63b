import { createClient } from '@fairtrial/client';
import type { Problem } from '@fairtrial/contracts';
import { QueryClientProvider, type Query, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { ApiContext } from '../data/api-context.ts';
import { createQueryClient } from '../data/create-query-client.ts';
import { createSession } from '../data/create-session.ts';
import { KeysProvider } from '../keys/keys-provider.tsx';
import { createConsoleRouter } from '../routes.ts';

/** What the service answers, by path, e.g. `/runs`. */
export type Answers = Readonly<Record<string, unknown>>;

/** An answer with which the service refuses a request. */
export function exampleProblem(status: number, detail: string): Problem {
  return {
    type: 'urn:fairtrial:problem:example',
    title: 'Example',
    status,
    detail,
    instance: '/example',
    code: 'internal',
    request_id: 'request-42',
  };
}

const NO_STORE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Renders the screen of a path without its frame; without answers, as it is while it loads. */
export async function renderScreen(path: string, answers?: Answers): Promise<string> {
  const router = createConsoleRouter();
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history });
  await router.load();
  const route = router.state.matches.at(-1)?.routeId;
  const Screen = route && router.routesById[route].options.component;
  if (!Screen) throw new Error(`${path} has no screen`);
  const client = createClient({
    baseUrl: 'http://service.test',
    retries: 0,
    fetch: (url) => Promise.resolve(answer(url, answers)),
  });
  const queries = createTestQueries();
  const screen = (
    <KeysProvider>
      <ApiContext value={{ client, session: createSession(NO_STORE) }}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <Screen />
          </RouterContextProvider>
        </QueryClientProvider>
      </ApiContext>
    </KeysProvider>
  );
  for (;;) {
    const markup = await renderMarkup(screen);
    const waiting = answers === undefined ? [] : findUnanswered(queries);
    if (waiting.length === 0) return markup;
    await Promise.allSettled(waiting.map((query) => query.fetch()));
  }
}

/** Renders a component as HTML without comments. */
export async function renderMarkup(part: ReactNode): Promise<string> {
  const global = globalThis as { document?: unknown; window?: unknown };
  // Read by components while they render.
  global.document = { getElementById: () => null };
  global.window = { sessionStorage: NO_STORE, localStorage: NO_STORE };
  try {
    const { prelude } = await prerenderToNodeStream(part, { onError: () => undefined });
    return (await text(prelude)).replaceAll(/<!--.*?-->/g, '');
  } finally {
    delete global.document;
    delete global.window;
  }
}

/** The text of a part of HTML on one line, without the title of the page. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<title>.*?<\/title>|<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => CHARACTERS[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  amp: '&',
};

/** The elements with this name that contain no element of the same name, as HTML. */
export function elementsOf(markup: string, name: string): readonly string[] {
  return markup.match(new RegExp(`<${name}[ >](?:(?!<${name}[ >]).)*?</${name}>`, 'gs')) ?? [];
}

/** A request that failed stays failed, as in a page that is not loaded again. */
function createTestQueries(): QueryClient {
  const client = createQueryClient(() => undefined);
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false, retryOnMount: false } });
  return client;
}

function findUnanswered(queries: QueryClient): readonly Query[] {
  const all = queries.getQueryCache().getAll();
  return all.filter(({ state, options }) => state.status === 'pending' && isEnabled(options));
}

function isEnabled(options: object & { readonly enabled?: unknown }): boolean {
  return options.enabled !== false;
}

function answer(url: URL | RequestInfo, answers: Answers = {}): Response {
  const { pathname } = new URL(url instanceof Request ? url.url : url);
  const body = answers[pathname];
  if (body === undefined) throw new Error(`the test has no answer for ${pathname}`);
  const { status = 200 } = body as { readonly status?: number };
  return Response.json(body, { status });
}
