import type { z } from 'zod';
import type { Scope } from '../shared/settings.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A method and a path with parameters, such as `GET /runs/:run_id/rows`. The client and the server use it as a name. */
export type RouteName = `${Method} /${string}`;

/** What callers of a route need to know. The server, the client, the OpenAPI document and the reference are made of it. */
export interface Route {
  /** The resource, under which the documents list the route. */
  readonly tag: string;
  /** The scope that a key needs; an `open` route needs no key. */
  readonly scope: Scope | 'open';
  /** One sentence without its period. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  /** True if the last parameter may contain slashes. */
  readonly slashes?: true;
  readonly query?: z.ZodObject;
  /** The request headers that only some routes have, by their lower-case names. */
  readonly headers?: z.ZodRawShape;
  readonly body?: z.ZodType;
  /** Content types of a body that is not always JSON. The handler gets its bytes. */
  readonly bodyTypes?: readonly string[];
  /** The maximum size of the body. Default: `INPUT_LIMITS.small_body_bytes`. */
  readonly bodyBytes?: number;
  /** The successful answers by status. */
  readonly answers: Readonly<Partial<Record<200 | 202 | 204, z.ZodType>>>;
  /** Content types of an answer that is not JSON. */
  readonly types?: readonly string[];
  /** For an answer that can also be a stream of events: when it is, and which events it has. */
  readonly events?: string;
  /** True if an answer can take longer than half a minute. */
  readonly slow?: true;
  /** True if a run may use this route as its endpoint. */
  readonly answersTurns?: true;
}

export type Routes = Readonly<Record<RouteName, Route>>;

/** The interface of a service. */
export interface Api {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly routes: Routes;
}
