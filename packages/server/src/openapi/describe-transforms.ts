type Json = Readonly<Record<string, unknown>>;

interface ObjectSchema extends Json {
  readonly properties?: Json;
  readonly required?: readonly string[];
}

/**
 * Zod describes the result of a transform as any value that is always present. A response that returns what a request
 * has sent, such as a scenario, has the fields of the request, so that those are described by the schema of the request.
 */
export function describeTransforms<T extends object>(document: T): T {
  if (!('components' in document)) return document;
  const components = document.components as { readonly schemas?: Json };
  const all = (components.schemas ?? {}) as Readonly<Record<string, ObjectSchema>>;
  const schemas = Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [name, describe(schema, all[`${name}Input`])]),
  );
  return { ...document, components: { ...components, schemas } };
}

function describe(schema: ObjectSchema, request: ObjectSchema | undefined): ObjectSchema {
  const { properties = {}, required = [] } = schema;
  const given = request?.properties ?? {};
  const hidden = Object.keys(properties).filter((key) => isAny(properties[key]) && key in given);
  if (hidden.length === 0) return schema;
  const described = hidden.map((key) => [key, given[key]] as const);
  const isRequired = (key: string): boolean =>
    !hidden.includes(key) || request?.required?.includes(key) === true;
  const { required: _, ...rest } = schema;
  const stillRequired = required.filter(isRequired);
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(described) },
    ...(stillRequired.length > 0 ? { required: stillRequired } : {}),
  };
}

function isAny(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}
