import { sendJson, startStub, type SeenRequest, type Stub } from './start-stub.ts';

export interface StubComment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
  readonly author: { readonly id: number };
}

/** A code host that implements comments: the paths of GitHub and GitLab, with paging, for one token. */
export interface CodeHostStub extends Stub {
  readonly comments: StubComment[];
}

export const CI_TOKEN = 'token-of-the-pipeline';
/** The GitLab user of the token. */
const SELF = 7;

export async function startCodeHost(
  before: readonly Omit<StubComment, 'id'>[] = [],
  status?: number,
): Promise<CodeHostStub> {
  const comments: StubComment[] = before.map((comment, at) => ({ ...comment, id: at + 1 }));
  const stub = await startStub((request, response) => {
    const { authorization, 'private-token': own } = request.headers;
    if (authorization !== `Bearer ${CI_TOKEN}` && own !== CI_TOKEN) {
      return sendJson(response, { message: 'Bad credentials' }, 401);
    }
    if (status !== undefined && request.method !== 'GET') {
      return sendJson(response, { message: 'Resource not accessible by integration' }, status);
    }
    return sendJson(response, answer(request, comments));
  });
  return { ...stub, comments, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]() };
}

function answer({ path, method, body }: SeenRequest, comments: StubComment[]): unknown {
  const { pathname, searchParams } = new URL(path, 'http://host');
  if (pathname.endsWith('/user')) return { id: SELF };
  const { body: text = '' } = (body ?? {}) as { body?: string };
  if (method === 'GET') {
    const size = Number(searchParams.get('per_page'));
    const from = (Number(searchParams.get('page')) - 1) * size;
    return comments.slice(from, from + size);
  }
  if (method === 'POST') {
    comments.push({ id: comments.length + 1, body: text, ...OWN_COMMENT });
    return {};
  }
  const id = Number(pathname.split('/').at(-1));
  for (const comment of comments) if (comment.id === id) comment.body = text;
  return {};
}

/** Authors of a comment: the pipeline itself, and a person. */
export const OWN_COMMENT = { user: { type: 'Bot' }, author: { id: SELF } } as const;
export const FOREIGN_COMMENT = { user: { type: 'User' }, author: { id: 1 } } as const;
