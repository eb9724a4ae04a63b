import { z } from 'zod';
import type { SimCall } from './sim-model.ts';

/** Top-level blocks: a nested block is part of the outer block's text. */
const BLOCK = /<([a-z][\w-]*)>([^]*?)<\/\1>/gi;

/**
 * The text between `<name…>` and `</name…>`, in which prompts give a judge or annotator the texts to read. The tag can
 * carry a random suffix that an injected text cannot know.
 */
export function readBlock(prompt: string, name: string): string {
  const block = [...prompt.matchAll(BLOCK)].find(([, tag = '']) => tag.startsWith(name));
  return block?.[2]?.trim() ?? '';
}

export interface Block {
  /** Without the random suffix. */
  readonly name: string;
  readonly text: string;
}

/** All blocks whose tags carry a suffix, in order. */
export function listBlocks(prompt: string): readonly Block[] {
  return [...prompt.matchAll(BLOCK)]
    .filter(([, tag = '']) => tag.includes('-'))
    .map(([, tag = '', text = '']) => ({
      name: tag.slice(0, tag.lastIndexOf('-')),
      text: text.trim(),
    }));
}

/** The text outside the blocks whose tags carry a suffix. */
export function outsideBlocks(prompt: string): string {
  return prompt.replaceAll(BLOCK, (block, tag: string) => (tag.includes('-') ? '' : block));
}

const Property = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
});
const ObjectSchema = z.looseObject({ properties: z.record(z.string(), Property) });

export type Property = z.infer<typeof Property>;

/**
 * Fills an object of the requested schema field by field and returns it as JSON. A `case_id` is copied from the
 * instructions.
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
