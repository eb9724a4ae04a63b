/** A request, of the project with the many runs unless its headers have another key. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a request, reads the whole answer and returns it if it is JSON. Throws unless it succeeds. */
export type Caller = <Answer = unknown>(call: Call) => Promise<Answer>;

export const KEYS = { many: 'growth-key-of-the-many', queued: 'growth-key-of-the-queued' } as const;

/** `ASSAY_API_KEYS` of a service that is called here. */
export const API_KEYS = `${KEYS.many};project=default,${KEYS.queued};project=queued`;

export function createCaller(url: string): Caller {
  return async <Answer>({ method = 'GET', path, body, headers }: Call) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-api-key': KEYS.many,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    const isJson = /^application\/json(;|$)/.test(answer.headers.get('content-type') ?? '');
    return (isJson ? JSON.parse(text) : undefined) as Answer;
  };
}
