import type { ModelPrice, ModelPrices, Usage } from '@fairtrial/contracts';
import { z } from 'zod';

const Count = z.int().nonnegative();
const Total = Count.nullish();
/** Providers omit the details or set them to null. */
const Details = z.record(z.string(), z.unknown()).optional().catch(undefined);

const Completions = z
  .looseObject({ prompt_tokens: Count, completion_tokens: Count, total_tokens: Total })
  .extend({ prompt_tokens_details: Details })
  .transform(({ prompt_tokens: input, completion_tokens: output, ...others }) => {
    return { input, output, others, details: others.prompt_tokens_details ?? {} };
  });
/** Of OpenAI Responses, LangChain and Anthropic, which has no details. */
const Others = z
  .looseObject({ input_tokens: Count, output_tokens: Count, total_tokens: Total })
  .extend({ input_tokens_details: Details, input_token_details: Details })
  .transform(({ input_tokens: input, output_tokens: output, ...others }) => {
    return {
      input,
      output,
      others,
      details: others.input_tokens_details ?? others.input_token_details,
    };
  });
const Reported = z.union([Completions, Others]);

/** Names of the input tokens that were read from a cache: of OpenAI, LangChain and Anthropic. */
const CACHE_READ = ['cached_tokens', 'cache_read', 'cache_read_input_tokens'];
/** Names of the input tokens that were written to a cache: of OpenAI, LiteLLM, LangChain and Anthropic. */
const CACHE_WRITE = [
  'cache_write_tokens',
  'cache_creation_tokens',
  'cache_creation',
  'cache_creation_input_tokens',
];
/** LangChain sets `cache_creation` to 0 and counts by how long Anthropic keeps them. */
const CACHE_WRITE_PARTS = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens'];

/**
 * Reads the token counts that a provider reports. They are never estimated: `undefined` if there are none, or if more
 * tokens were cached than there are.
 */
export function readUsage(reported: unknown): Usage | undefined {
  const { data } = Reported.safeParse(reported);
  if (data === undefined) return undefined;
  const { output, others, details } = data;
  const counts = { ...others, ...details };
  const read = findCount(counts, CACHE_READ);
  const written = findCount(counts, CACHE_WRITE) || addCounts(counts, CACHE_WRITE_PARTS);
  // Anthropic does not include cached tokens in its input tokens.
  const input = details === undefined ? data.input + read + written : data.input;
  if (read + written > input) return undefined;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: others.total_tokens || input + output,
    ...cacheCounts(read, written),
  };
}

type Counts = Readonly<Record<string, unknown>>;

function findCount(counts: Counts, names: readonly string[]): number {
  return names.map((name) => readCount(counts[name])).find((count) => count > 0) ?? 0;
}

function addCounts(counts: Counts, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + readCount(counts[name]), 0);
}

/** As `Count` accepts it. Read without a schema: most answers have none of the names, and a fault of zod takes 2 µs. */
function readCount(given: unknown): number {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : 0;
}

function cacheCounts(
  read: number,
  written: number,
): Pick<Usage, 'cache_read_tokens' | 'cache_write_tokens'> {
  return {
    ...(read > 0 && { cache_read_tokens: read }),
    ...(written > 0 && { cache_write_tokens: written }),
  };
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    ...cacheCounts(
      (a.cache_read_tokens ?? 0) + (b.cache_read_tokens ?? 0),
      (a.cache_write_tokens ?? 0) + (b.cache_write_tokens ?? 0),
    ),
  };
}

/** Uses `hasOwn` because callers choose the name: `constructor` must not match. */
export function findPrice(prices: ModelPrices, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

const MILLION = 1_000_000;

/** `undefined` if tokens were read from a cache or written to it, and the price of that is unknown. */
export function costInDollars(usage: Usage, price: ModelPrice): number | undefined {
  const { cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = usage;
  const readPrice = read === 0 ? 0 : price.cache_read;
  const writePrice = written === 0 ? 0 : price.cache_write;
  if (readPrice === undefined || writePrice === undefined) return undefined;
  const cached = read * readPrice + written * writePrice;
  const rest = (usage.input_tokens - read - written) * price.input;
  return (rest + cached + usage.output_tokens * price.output) / MILLION;
}
