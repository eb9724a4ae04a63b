import { z } from 'zod';
import type { SimCall } from './sim-model.ts';

const Property = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
});
const ObjectSchema = z.looseObject({ properties: z.record(z.string(), Property) });

export type Property = z.infer<typeof Property>;

/**
 * An object of the forced schema, field by field; an answer outside the schema is no answer. A `case_id`
 * is copied from the instructions.
 */
export function fillSchema(
  { schema, messages }: Pick<SimCall, 'schema' | 'messages'>,
  choose: (field: string, property: Property) => unknown,
): string {
  const { properties } = ObjectSchema.parse(schema);
  const filled = Object.entries(properties).map(([field, property]): [string, unknown] => [
    field,
    field === 'case_id' ? caseIdIn(messages) : choose(field, property),
  ]);
  return JSON.stringify(Object.fromEntries(filled));
}

function caseIdIn(messages: SimCall['messages']): string {
  const instructions = messages.find(({ role }) => role === 'system')?.content ?? '';
  return /^Case id: (\S+)$/m.exec(instructions)?.[1] ?? '';
}
