import { httpUrl, positiveInteger } from '@fairtrial/server';
import { z } from 'zod';

/** Models at one address, and the API key for it. */
export interface ModelSource {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export interface JudgeSource extends ModelSource {
  readonly models: readonly string[];
  /** Maximum concurrent calls from one worker. */
  readonly concurrency: number;
  /** Timeout of one call. */
  readonly timeoutMs: number;
}

export interface EmbeddingsSource extends ModelSource {
  readonly model: string;
  /** The similarity score of two unrelated texts. */
  readonly floor: number;
}

/** The model that plays simulated users. */
export interface UserSource extends ModelSource {
  readonly model: string;
}

const MAX_JUDGES = 5;

export const modelFields = {
  JUDGE_MODEL: z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean))
    .refine((models) => models.length <= MAX_JUDGES, `must name at most ${MAX_JUDGES} models`),
  JUDGE_BASE_URL: httpUrl.optional(),
  JUDGE_API_KEY: z.string().optional(),
  JUDGE_CONCURRENCY: positiveInteger(8, 1000),
  JUDGE_TIMEOUT_SECONDS: positiveInteger(120, 3600),
  USER_MODEL: z.string().optional(),
  USER_BASE_URL: httpUrl.optional(),
  USER_API_KEY: z.string().optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_FLOOR: z
    .string()
    .regex(/^0(\.\d+)?$/, 'must be a number from 0 to below 1')
    .transform(Number)
    .default(0.7),
};

type Values = {
  readonly [Name in keyof typeof modelFields]: z.output<(typeof modelFields)[Name]>;
} & {
  readonly OPENAI_BASE_URL: string;
  readonly OPENAI_API_KEY?: string | undefined;
};

/** The models that judge and label replies: `JUDGE_*`, or else `OPENAI_*`. */
export function readJudges(values: Values): JudgeSource | undefined {
  if (values.JUDGE_MODEL.length === 0) return undefined;
  return {
    ...toModelSource(values, values.JUDGE_BASE_URL, values.JUDGE_API_KEY),
    models: values.JUDGE_MODEL,
    concurrency: values.JUDGE_CONCURRENCY,
    timeoutMs: values.JUDGE_TIMEOUT_SECONDS * 1000,
  };
}

/** The model that plays simulated users: `USER_*`, or else `OPENAI_*`. */
export function readUser(values: Values): UserSource | undefined {
  const { USER_MODEL: model, USER_BASE_URL: address, USER_API_KEY: key } = values;
  return model === undefined ? undefined : { ...toModelSource(values, address, key), model };
}

/** The model that computes embeddings: `EMBEDDINGS_*`, or else `OPENAI_*`. */
export function readEmbeddings(values: Values): EmbeddingsSource | undefined {
  const { EMBEDDINGS_MODEL: model, EMBEDDINGS_FLOOR: floor } = values;
  if (model === undefined) return undefined;
  const source = toModelSource(values, values.EMBEDDINGS_BASE_URL, values.EMBEDDINGS_API_KEY);
  return { ...source, model, floor };
}

/** OpenAI's key is sent to OpenAI's address only. */
function toModelSource(
  { OPENAI_BASE_URL: openai, OPENAI_API_KEY: openaiKey }: Values,
  address: string | undefined,
  key: string | undefined,
): ModelSource {
  const baseUrl = address ?? openai;
  const isOpenai = new URL(baseUrl).origin === new URL(openai).origin;
  return { baseUrl, apiKey: key ?? (isOpenai ? openaiKey : undefined) };
}
