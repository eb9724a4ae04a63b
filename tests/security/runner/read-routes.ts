import { readFileSync } from 'node:fs';
import type { ServiceUnderAttack } from './request.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

interface Operation {
  readonly security?: readonly { readonly apiKey: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** A route as its OpenAPI document describes it. */
export interface Route {
  readonly service: ServiceUnderAttack;
  readonly method: string;
  /** Parameters are in braces. */
  readonly path: string;
  /** `undefined` if the route is open. */
  readonly scope: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
}

function readDocument(service: ServiceUnderAttack): OpenApi {
  const file = new URL(`../../../docs/openapi/${service}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
}

export function readRoutes(service: ServiceUnderAttack): readonly Route[] {
  return Object.entries(readDocument(service).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      service,
      method: method.toUpperCase(),
      path,
      scope: operation.security?.[0]?.apiKey[0],
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  );
}

/** The named schemas of a service. */
export function readSchemas(service: ServiceUnderAttack): Readonly<Record<string, JsonSchema>> {
  return readDocument(service).components.schemas;
}

/** Returns the path of a route with its parameters filled in. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '0');
}
