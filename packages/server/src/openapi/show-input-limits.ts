import { INPUT_LIMITS } from '@fairtrial/contracts';

type Json = Readonly<Record<string, unknown>>;

const REF = '#/components/schemas/';

/** Adds the limits that hold for every body to each request schema without its own limits. */
export function showInputLimits<T extends object>(document: T): T {
  const schemas = readObject(readObject(document, 'components'), 'schemas');
  const limited: Record<string, unknown> = { ...schemas };
  const done = new Set<string>();
  const follow = (schema: unknown): unknown =>
    mapSchema(schema, (name) => {
      if (done.has(name)) return;
      done.add(name);
      limited[name] = follow(schemas[name]);
    });
  const paths = Object.fromEntries(
    Object.entries(readObject(document, 'paths')).map(([path, methods]) => [
      path,
      mapValues(methods as Json, (operation) => limitBody(operation as Json, follow)),
    ]),
  );
  const components = { ...readObject(document, 'components'), schemas: limited };
  return { ...document, paths, components };
}

function limitBody(operation: Json, follow: (schema: unknown) => unknown): Json {
  if (operation['requestBody'] === undefined) return operation;
  const body = readObject(operation, 'requestBody');
  const content = mapValues(readObject(body, 'content'), (type) => ({
    ...(type as Json),
    schema: follow((type as Json)['schema']),
  }));
  return { ...operation, requestBody: { ...body, content } };
}

/** Returns a copy of a schema with limits; calls `onRef` with each schema that it references. */
function mapSchema(schema: unknown, onRef: (name: string) => void): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => mapSchema(item, onRef));
  const { $ref } = schema as Json;
  if (typeof $ref === 'string') onRef($ref.slice(REF.length));
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [key, mapValues(value as Json, (item) => mapSchema(item, onRef))];
      return [key, SUBSCHEMAS.has(key) ? mapSchema(value, onRef) : value];
    }),
  );
  return { ...limitsOf(copy), ...copy };
}

const SUBSCHEMAS = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']);

function limitsOf(schema: Json): Json {
  const { type, additionalProperties } = schema;
  if (type === 'array') return { maxItems: INPUT_LIMITS.list_items };
  if (type === 'object') {
    return additionalProperties === false ? {} : { maxProperties: INPUT_LIMITS.object_keys };
  }
  const isFree = type === 'string' && !('enum' in schema) && !('const' in schema);
  return isFree ? { maxLength: INPUT_LIMITS.string_chars } : {};
}

function readObject(value: object, key: string): Json {
  return ((value as Json)[key] ?? {}) as Json;
}

function mapValues(value: Json, map: (item: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]));
}
