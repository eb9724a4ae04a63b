import { ModelPrices, parseJson, Scope } from '@fairtrial/contracts';
import { z } from 'zod';
import { readEnvApiKey, type EnvApiKey } from '../auth/api-keys.ts';

const API_KEY = `<key or sha256:64 hex digits>[;name=ci][;project=team][;scope=${Scope.options.join('+')}][;expires=2027-01-31][;revoked]`;

/** The types of variables that the services read. Error messages describe the valid form. */
export const portNumber: z.ZodType<number, string> = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535');

const MAX_INTEGER = 1_000_000;

export function positiveInteger(
  fallback: number,
  max = MAX_INTEGER,
): z.ZodType<number, string | undefined> {
  return count(max).default(fallback);
}

/** For variables without a default. */
export const anyPositiveInteger: z.ZodType<number, string> = count(MAX_INTEGER);

function count(max: number): z.ZodType<number, string> {
  const message = `must be a whole number from 1 to ${max}`;
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, message)
    .transform(Number)
    .refine((number) => number <= max, message);
}

export function digit(fallback: number): z.ZodType<number, string | undefined> {
  return z
    .string()
    .regex(/^\d$/, 'must be a whole number from 0 to 9')
    .transform(Number)
    .default(fallback);
}

export const httpUrl: z.ZodType<string, string> = z
  .string()
  .refine(isHttpUrl, 'must be an http:// or https:// address without user name or password');

export const postgresUrl: z.ZodType<string, string> = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be an address like postgres://user:password@host/database',
  );

const commaList: z.ZodType<readonly string[], string | undefined> = z
  .string()
  .default('')
  .transform((text) => splitList(text));

export const httpUrlList: z.ZodType<readonly string[], string | undefined> = commaList.refine(
  (urls) => urls.every(isHttpUrl),
  'must be a comma-separated list of http:// or https:// addresses',
);

/** Headers as OpenTelemetry writes them: `name=value,other=value`, with percent-encoded values. */
export const headerList: z.ZodType<
  Readonly<Record<string, string>>,
  string | undefined
> = commaList.transform((entries, context) =>
  Object.fromEntries(
    entries.flatMap((entry, index) => {
      const header = readHeader(entry);
      if (header === undefined)
        context.addIssue(
          `entry ${index + 1} is not written as name=value, with a percent-encoded value`,
        );
      return header === undefined ? [] : [header];
    }),
  ),
);

function readHeader(entry: string): readonly [string, string] | undefined {
  const [, name, encoded] = /^([\w!#$%&'*+.^`|~-]+)=(.+)$/.exec(entry) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  try {
    const value = decodeURIComponent(encoded);
    return /^[\x20-\x7E]+$/.test(value) ? [name.toLowerCase(), value] : undefined;
  } catch {
    return undefined;
  }
}

export const apiKeyList: z.ZodType<readonly EnvApiKey[], string | undefined> = commaList
  .transform((entries, context) =>
    entries.flatMap((entry, index) => {
      const key = readEnvApiKey(entry);
      if (key === undefined) context.addIssue(`entry ${index + 1} is not written as ${API_KEY}`);
      return key ?? [];
    }),
  )
  .refine(
    (keys) =>
      areDifferent(keys.map(({ name }) => name)) &&
      areDifferent(keys.map(({ digest }) => digest.toString('hex'))),
    'has the same key, or the same name, twice',
  );

function areDifferent(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** A variable that holds JSON; `shape` describes its form in error messages. */
export function jsonField<T>(schema: z.ZodType<T>, shape: string): z.ZodType<T, string> {
  return z.string().transform((text, context) => {
    const { data } = schema.safeParse(parseJson(text));
    if (data !== undefined) return data;
    context.addIssue(`must be JSON like ${shape}`);
    return z.NEVER;
  });
}

export const modelPrices: z.ZodType<ModelPrices, string | undefined> = jsonField(
  ModelPrices,
  '{"openai/gpt-4o-mini": {"input": 0.15, "output": 0.6}}, in dollars a million tokens',
).default({});

export const flag: z.ZodType<boolean, string | undefined> = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .default('0')
  .transform((text) => text === '1' || text === 'true');

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.username === '' && url.password === '';
}
