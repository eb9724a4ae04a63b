import {
  AppError,
  IDEMPOTENCY_KEY,
  INPUT_LIMITS,
  ROUTES,
  type AnswerSchema,
  type AnyRouteName,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  type Route,
} from '@fairtrial/contracts';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { Request, Server } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The entry of this route in the table. Pages have none. */
    route?: AnyRouteName;
  }
}

/** A request with the valid parts that the table describes. */
type RouteRequest<Name extends AnyRouteName> = FastifyRequest<{
  Params: ParsedParams<Name>;
  Querystring: ParsedQuery<Name>;
  Body: ParsedBody<Name>;
}>;

/** Returns the answer. A handler that sends the answer itself returns the reply, and one for a 204 returns nothing. */
type Handler<Name extends AnyRouteName> = (
  request: RouteRequest<Name>,
  reply: FastifyReply,
) => Returned<Name> | Promise<Returned<Name>>;

type Returned<Name extends AnyRouteName> = FastifyReply | NullAsVoid<z.input<AnswerSchema<Name>>>;
type NullAsVoid<Value> = Value extends null ? void : Value;

/** What Fastify needs and callers need not know. */
type RouteOptions = Pick<
  RouteShorthandOptions,
  'logLevel' | 'onRequest' | 'onSend' | 'preHandler' | 'preValidation'
>;

/** For routes that wait for a model or stream. */
export const NO_HANDLER_TIMEOUT = { handlerTimeout: 2 ** 31 - 1 } as const;

/** Serves a route of the table: its scope, its limits and the schemas of its parts come from there. */
// oxlint-disable-next-line max-params
export function addRoute<Name extends AnyRouteName>(
  server: Server,
  name: Name,
  handler: Handler<Name>,
  options: RouteOptions = {},
): void {
  const route: Route = ROUTES[name];
  const [method = 'GET', path = ''] = name.split(' ');
  const url = path.slice(server.prefix.length);
  const status = statusOf(route);
  server.route({
    method,
    url: route.slashes === true ? url.replace(/:\w+$/, '*') : url,
    ...(route.slow === true && NO_HANDLER_TIMEOUT),
    bodyLimit: route.bodyBytes ?? INPUT_LIMITS.small_body_bytes,
    ...options,
    config: { scope: route.scope, route: name, answersTurns: route.answersTurns === true },
    schema: toSchema(route, path),
    // Async, because Fastify waits for more from a function that returns nothing.
    handler: async (request, reply) => {
      reply.code(status);
      return handler(request as RouteRequest<Name>, reply);
    },
  });
}

/** The status of the only answer. A handler of a route with several sets it. */
function statusOf({ answers }: Route): number {
  const [status = 200, ...others] = Object.keys(answers).map(Number);
  return others.length === 0 ? status : 200;
}

function toSchema(route: Route, path: string): object {
  const { params, slashes, query, headers, body, bodyTypes } = route;
  const last = path.slice(path.lastIndexOf(':') + 1);
  const rename = ({ '*': value, ...rest }: Record<string, unknown>): object => ({
    ...rest,
    [last]: value,
  });
  const named = slashes === true && params ? z.preprocess(rename, params) : params;
  return {
    ...(named && { params: named }),
    ...(query && { querystring: query }),
    ...(headers && { headers: z.looseObject(headers) }),
    ...(body && !bodyTypes && { body }),
  };
}

/** Returns the `Idempotency-Key` of a request; `undefined` if it has none. Throws if the key is not valid. */
export function readIdempotencyKey({ headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const detail = 'Idempotency-Key must have 1 to 255 printable ASCII characters';
  throw new AppError('bad_request', detail);
}
