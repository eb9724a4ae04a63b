import type {
  AGENT_ROUTES,
  Answer,
  AnyRouteName,
  Body,
  EVALUATION_ROUTES,
  Headers,
  Method,
  PathParameter,
  Query,
  ROUTES,
} from '@fairtrial/contracts';
import { toHeaderText } from '@fairtrial/contracts/plain';
import type { ApiRequest, Sender } from './create-sender.ts';

export type EvaluationRouteName = keyof typeof EVALUATION_ROUTES;
export type AgentRouteName = keyof typeof AGENT_ROUTES;

/** The routes that answer with something other than JSON: files, events and metrics. */
type TextRouteName = {
  [Name in AnyRouteName]: (typeof ROUTES)[Name] extends { readonly types: unknown } ? Name : never;
}[AnyRouteName];

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The parameters of the path, and `query`, `body`, `headers` and `signal`. */
export type RequestOptions<Name extends AnyRouteName> = CallOptions & {
  readonly [Parameter in PathParameter<Name>]: string | number;
} & Optional<'query', OrNone<Query<Name>>> &
  Optional<'body', Body<Name>> &
  Optional<'headers', OrNone<Headers<Name>>>;

/** A part that the route does not have is refused; a part that can be `undefined` may be left out. */
type Optional<Part extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Part]?: never }
  : undefined extends Value
    ? { readonly [Key in Part]?: Value }
    : { readonly [Key in Part]: Value };

/** A query and headers without required fields may be left out. A body may not: a service refuses a missing one. */
type OrNone<Fields> = object extends Fields ? Fields | undefined : Fields;

/** Leaves the options out if all of them are optional. */
type OptionsOf<Name extends AnyRouteName> =
  object extends RequestOptions<Name>
    ? [options?: RequestOptions<Name>]
    : [options: RequestOptions<Name>];

export interface Requests<Names extends AnyRouteName> {
  /** Calls a route by its method and path: `request('GET /runs/:run_id/rows', { run_id, query: { limit: 10 } })`. */
  request<Name extends Exclude<Names, TextRouteName>>(
    name: Name,
    ...options: OptionsOf<Name>
  ): Promise<Answer<Name>>;
  /** Like `request`, but returns the response, which the caller reads or streams. */
  fetch<Name extends Names>(name: Name, ...options: OptionsOf<Name>): Promise<Response>;
}

export function createRequests<Names extends AnyRouteName>(sender: Sender): Requests<Names> {
  return {
    // Async, so that options that make no request are a rejected promise.
    request: async (name, ...[options]) =>
      sender.send(
        toRequest(name, options),
        async (response) =>
          (response.status === 204 ? undefined : await response.json()) as Answer<typeof name>,
      ),
    fetch: async (name, ...[options]) =>
      sender.send(toRequest(name, options), async (response) => response),
  };
}

interface Options extends CallOptions {
  readonly query?: ApiRequest['query'];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly [parameter: string]: unknown;
}

/** The name has the method and the path, so that no table of routes is needed. */
export function toRequest(name: AnyRouteName, options: object = {}): ApiRequest {
  const { query, body, headers = {}, signal, ...parameters } = options as Options;
  const [method, path = ''] = name.split(' ');
  return {
    method: method as Method,
    path: path.replaceAll(/:(\w+)/g, (_, parameter: string) =>
      toSegment(parameter, String(parameters[parameter])),
    ),
    ...(query && { query }),
    body,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([header, value]) =>
        value === undefined ? [] : [[header, toHeaderText(value)]],
      ),
    ),
    signal,
  };
}

/** Throws if a URL parser would read the value as a step to another path, whatever its escapes. */
function toSegment(parameter: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${parameter} cannot be '${value}' in a path`);
  return encodeURIComponent(value);
}
