import type { EvaluationInput } from '@assay/client';
import { CliError } from '../command/cli-error.ts';
import { EXIT } from '../command/exit-code.ts';
import type { BatchFile } from './read-batch-file.ts';

/** What was said outside the files; it comes first. */
export interface Said {
  readonly test_name?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly model_id?: string | undefined;
  readonly attempts?: number | undefined;
  readonly [field: string]: unknown;
}

/** All files as one batch. Where they disagree somebody has to decide. */
export function mergeBatches(files: readonly BatchFile[], said: Said): EvaluationInput {
  return {
    ...common(files, said),
    ...said,
    test_batch: files.flatMap(({ scenarios }) => scenarios),
    test_name: said.test_name ?? nameOf(files),
    endpoint: said.endpoint ?? agreed(files, 'endpoint'),
    model_id: said.model_id ?? agreed(files, 'model_id'),
    attempts: said.attempts ?? agreed(files, 'attempts', 1),
  };
}

/** A run has one prompt, one protocol and so on: where files have any, all have to have the same. */
function common(files: readonly BatchFile[], said: Said): Record<string, unknown> {
  const fields = new Set(files.flatMap(({ rest }) => Object.keys(rest)));
  const open = [...fields].filter((field) => !(field in said));
  for (const field of open) {
    const values = new Set(files.map(({ rest }) => JSON.stringify(rest[field])));
    if (values.size === 1) continue;
    const way = `run them apart, or write ${field} into assay.config.yaml`;
    throw new CliError(EXIT.usage, `the files do not have the same ${field}: ${way}`);
  }
  return Object.fromEntries(open.map((field) => [field, files[0]?.rest[field]]));
}

/** The same files have the same name, which `--baseline latest` looks for. */
function nameOf(files: readonly BatchFile[]): string {
  const [first] = files;
  const others = files.length - 1;
  return others === 0 ? (first?.name ?? '') : `${first?.name} and ${others} more`;
}

const FLAGS = { endpoint: '--endpoint', model_id: '--model', attempts: '--attempts' } as const;

function agreed<Field extends keyof typeof FLAGS>(
  files: readonly BatchFile[],
  field: Field,
  fallback?: NonNullable<BatchFile[Field]>,
): NonNullable<BatchFile[Field]> {
  const said = new Set(files.flatMap((file) => file[field] ?? []));
  const [value] = said;
  if (said.size > 1) {
    const values = [...said].join(', ');
    throw new CliError(
      EXIT.usage,
      `the files name different ${field}s (${values}): decide with ${FLAGS[field]}`,
    );
  }
  if (value !== undefined) return value;
  if (fallback !== undefined) return fallback;
  throw new CliError(
    EXIT.usage,
    `no ${field === 'model_id' ? 'model' : field}: say ${FLAGS[field]}, or write it into assay.config.yaml or the batch`,
  );
}
