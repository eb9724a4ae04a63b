import { z } from 'zod';
import { AGENT_ONLY_ROUTES } from './agent-routes.ts';
import { DATASET_ROUTES } from './dataset-routes.ts';
import { PROJECT_ROUTES } from './project-routes.ts';
import { RESULT_ROUTES } from './result-routes.ts';
import type { Api, Route, Routes } from './route.ts';
import { RUN_ROUTES } from './run-routes.ts';

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

/** Routes of both services. */
export const OPERATION_ROUTES = {
  'GET /livez': {
    tag: 'operations',
    scope: 'open',
    summary: 'The process is alive',
    answers: { 200: Health },
  },
  'GET /readyz': {
    tag: 'operations',
    scope: 'open',
    summary: 'The service can take requests',
    answers: { 200: Health },
  },
  'GET /metrics': {
    tag: 'operations',
    scope: 'metrics',
    summary: 'Metrics in Prometheus text format',
    answers: { 200: z.string() },
    types: ['text/plain'],
  },
  'GET /openapi.json': {
    tag: 'operations',
    scope: 'open',
    summary: 'The OpenAPI document of the service',
    answers: {
      200: z.looseObject({ info: z.looseObject({ title: z.string(), version: z.string() }) }),
    },
  },
} as const satisfies Routes;

/** Every route of the evaluation service, except the pages of the console. */
export const EVALUATION_ROUTES = {
  ...RUN_ROUTES,
  ...RESULT_ROUTES,
  ...DATASET_ROUTES,
  ...PROJECT_ROUTES,
  ...OPERATION_ROUTES,
} as const satisfies Routes;

/** Every route of the agent backend. */
export const AGENT_ROUTES = { ...AGENT_ONLY_ROUTES, ...OPERATION_ROUTES } as const satisfies Routes;

export const ROUTES = { ...EVALUATION_ROUTES, ...AGENT_ROUTES } as const satisfies Routes;

const VERSION = '0.1.0';

export const EVALUATION_API: Api = {
  title: 'Fairtrial evaluation service',
  description: 'Runs conversations against a model endpoint and scores every reply.',
  version: VERSION,
  routes: EVALUATION_ROUTES,
};

export const AGENT_API: Api = {
  title: 'Fairtrial agent backend',
  description: 'A tool-using agent on the model that x-model-id selects.',
  version: VERSION,
  routes: AGENT_ROUTES,
};

type AllRoutes = typeof ROUTES;
export type AnyRouteName = keyof AllRoutes;

type Part<Name extends AnyRouteName, Key extends keyof Route> = Key extends keyof AllRoutes[Name]
  ? AllRoutes[Name][Key]
  : undefined;

/** The names of the parameters in a path. */
export type PathParameter<Name extends string> = Name extends `${string}:${infer One}/${infer Rest}`
  ? One | PathParameter<Rest>
  : Name extends `${string}:${infer One}`
    ? One
    : never;

/** What callers send as a query. Numbers and booleans are sent as text. */
export type Query<Name extends AnyRouteName> =
  Part<Name, 'query'> extends z.ZodObject
    ? SentFields<z.input<Part<Name, 'query'>>, z.output<Part<Name, 'query'>>>
    : never;

type SentFields<Input, Output> = {
  readonly [Field in keyof Input]: Field extends keyof Output
    ? NonNullable<Output[Field]> extends number | boolean
      ? NonNullable<Output[Field]> | Input[Field]
      : Input[Field]
    : never;
};

/** What callers send as a body. */
export type Body<Name extends AnyRouteName> =
  Part<Name, 'body'> extends z.ZodType ? z.input<Part<Name, 'body'>> : never;

/** The request headers of a route that callers may set. */
export type Headers<Name extends AnyRouteName> =
  Part<Name, 'headers'> extends z.ZodRawShape
    ? Readonly<z.input<z.ZodObject<Part<Name, 'headers'>>>>
    : never;

/** What callers get: the successful answer; `undefined` for one without a body. */
export type Answer<Name extends AnyRouteName> = NoNull<z.output<AnswerSchema<Name>>>;
type NoNull<Value> = Value extends null ? undefined : Value;

export type AnswerSchema<Name extends AnyRouteName> =
  AllRoutes[Name]['answers'][keyof AllRoutes[Name]['answers']] extends infer Schema extends
    z.ZodType
    ? Schema
    : never;

/** The parts of a request as a handler gets them: valid, with defaults, numbers and booleans. */
export type ParsedQuery<Name extends AnyRouteName> = Parsed<Part<Name, 'query'>>;
export type ParsedBody<Name extends AnyRouteName> =
  Part<Name, 'bodyTypes'> extends readonly string[] ? Uint8Array : Parsed<Part<Name, 'body'>>;
export type ParsedParams<Name extends AnyRouteName> = Parsed<Part<Name, 'params'>>;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
