import type { Body } from '@fairtrial/client';
import type { TestBatch } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { BatchFile } from './read-batch-file.ts';

/** Fields from options and the configuration file; they override those of the batch files. */
export interface RequestOverrides {
  readonly test_name?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly model_id?: string | undefined;
  readonly attempts?: number | undefined;
  /** A stored dataset that is played instead of files. */
  readonly dataset?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** Joins all files into one batch. Throws if they disagree on a field that is not overridden. */
export function mergeBatches(
  files: readonly BatchFile[],
  overrides: RequestOverrides,
): Body<'POST /evaluate'> {
  return {
    ...commonFields(files, overrides),
    ...overrides,
    ...(overrides.dataset === undefined && {
      test_batch: files.flatMap(namedScenarios),
      test_name: overrides.test_name ?? defaultTestName(files),
    }),
    endpoint: overrides.endpoint ?? commonValue(files, 'endpoint'),
    model_id: overrides.model_id ?? commonValue(files, 'model_id'),
    attempts: overrides.attempts ?? commonValue(files, 'attempts', 1),
  };
}

/** The only scenario of a file has the name of the file, unless it has its own. */
export function namedScenarios({ name, scenarios }: BatchFile): readonly TestBatch[] {
  if (scenarios.length !== 1) return scenarios;
  return scenarios.map((one) => ({ ...one, name: one.name ?? name }));
}

/** A run has one system prompt, one protocol and so on: if one file has such a field, all must have the same value. */
function commonFields(
  files: readonly BatchFile[],
  overrides: RequestOverrides,
): Record<string, unknown> {
  const fields = new Set(files.flatMap(({ rest }) => Object.keys(rest)));
  const names = [...fields].filter((field) => !(field in overrides));
  for (const field of names) {
    const values = new Set(files.map(({ rest }) => JSON.stringify(rest[field])));
    if (values.size === 1) continue;
    const advice = `run them separately, or set ${field} in fairtrial.config.yaml`;
    throw new CliError(EXIT.usage, `the files do not have the same ${field}: ${advice}`);
  }
  return Object.fromEntries(names.map((field) => [field, files[0]?.rest[field]]));
}

/** Depends only on the files, so that `--baseline latest` finds earlier runs of the same files. */
function defaultTestName(files: readonly BatchFile[]): string {
  const [first] = files;
  const others = files.length - 1;
  return others === 0 ? (first?.name ?? '') : `${first?.name} and ${others} more`;
}

const FLAGS = { endpoint: '--endpoint', model_id: '--model', attempts: '--attempts' } as const;

function commonValue<Field extends keyof typeof FLAGS>(
  files: readonly BatchFile[],
  field: Field,
  fallback?: NonNullable<BatchFile[Field]>,
): NonNullable<BatchFile[Field]> {
  const found = new Set(files.flatMap((file) => file[field] ?? []));
  const [value] = found;
  if (found.size > 1) {
    const values = [...found].join(', ');
    throw new CliError(
      EXIT.usage,
      `the files have different ${field}s (${values}): choose one with ${FLAGS[field]}`,
    );
  }
  if (value !== undefined) return value;
  if (fallback !== undefined) return fallback;
  throw new CliError(
    EXIT.usage,
    `no ${field === 'model_id' ? 'model' : field}: pass ${FLAGS[field]}, or set it in fairtrial.config.yaml or the batch`,
  );
}
