import type { Usage } from '@assay/contracts';
import { z } from 'zod';

const Count = z.int().nonnegative();
const Counts = z.union([
  z.object({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Count.nullish() }),
  z.object({ input_tokens: Count, output_tokens: Count, total_tokens: Count.nullish() }),
]);
const Body = z.union([
  z.object({ usage: Counts }).transform((body) => body.usage),
  z.object({ usage_metadata: Counts }).transform((body) => body.usage_metadata),
]);

/** The tokens as the endpoint counted them; undefined where it does not say. Nothing is estimated. */
export function readUsage(body: unknown): Usage | undefined {
  const { data } = Body.safeParse(body);
  if (data === undefined) return undefined;
  const input = 'prompt_tokens' in data ? data.prompt_tokens : data.input_tokens;
  const output = 'completion_tokens' in data ? data.completion_tokens : data.output_tokens;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: data.total_tokens ?? input + output,
  };
}
