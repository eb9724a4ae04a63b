import { z } from 'zod';

const Property = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
});
const ObjectSchema = z.looseObject({ properties: z.record(z.string(), Property) });

export type Property = z.infer<typeof Property>;

/** An object of the forced schema, field by field; an answer outside the schema is no answer. */
export function fillSchema(
  schema: unknown,
  choose: (field: string, property: Property) => unknown,
): string {
  const { properties } = ObjectSchema.parse(schema);
  const fields = Object.entries(properties);
  return JSON.stringify(
    Object.fromEntries(fields.map(([field, property]) => [field, choose(field, property)])),
  );
}
