/** A request; uses the key of the project with many runs unless its headers have another one. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request, reads the whole answer and returns it if it is JSON. Throws on an error status. */
export type Caller = <Answer = unknown>(call: Call) => Promise<Answer>;

export const KEYS = { many: 'growth-key-of-the-many', queued: 'growth-key-of-the-queued' } as const;

/** `FAIRTRIAL_API_KEYS` of the measured service. */
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
