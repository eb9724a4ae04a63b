import { ApiError } from '@fairtrial/client';
import { fromPointer, type FieldError } from '@fairtrial/contracts';
import { namedScenarios } from './merge-batches.ts';
import type { BatchFile } from './read-batch-file.ts';
import { CliError, EXIT } from '../command/exit-code.ts';

/** Maps a field of the request to the option that sets it. */
const OPTIONS: Readonly<Record<string, string>> = {
  endpoint: '--endpoint',
  model_id: '--model',
  attempts: '--attempts',
  test_name: '--name',
  protocol: '--protocol',
  target: '--target',
  history: '--history',
  concurrency: '--concurrency',
  budget: '--budget-calls',
  system_prompt: '--system-prompt',
  tags: '--tag',
  baseline: '--baseline',
  against: '--against',
  gates: '--gate',
  branch: '--branch',
  judge: '--judge',
  dataset: '--dataset',
  filter: '--filter-tag, --filter-id, --sample',
  pass_threshold: '--pass-threshold',
};

/**
 * Rewrites a validation error of a request so that each field has the name that the user gave, after a line that says
 * what did not happen; returns any other error unchanged.
 */
export function describeRefusal(
  error: unknown,
  files: readonly BatchFile[],
  consequence = 'no run was started',
): unknown {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error;
  const lines = error.errors.map((one) => `${nameField(one, files)}: ${one.detail}`);
  return new CliError(EXIT.usage, `${consequence}\n${lines.join('\n')}`, { cause: error });
}

function nameField({ pointer }: FieldError, files: readonly BatchFile[]): string {
  const [field = 'the request', ...rest] = fromPointer(pointer);
  if (field === 'test_batch') return nameInBatch(rest, files);
  const inFiles = files.filter((one) => field in one.rest).map(({ file }) => file);
  if (inFiles.length > 0) return `${inFiles.join(', ')}: ${[field, ...rest].join('.')}`;
  const option = OPTIONS[field];
  if (field === 'target' && rest.length > 0) return `${option}: ${rest.join('.')}`;
  return option ?? [field, ...rest].join('.');
}

/** The request has one list with the scenarios of all files, so the index is counted through the files. */
function nameInBatch([index, ...rest]: readonly string[], files: readonly BatchFile[]): string {
  let position = Number(index);
  for (const one of files) {
    const { file, scenarios } = one;
    const scenario = namedScenarios(one)[position];
    if (scenario !== undefined) {
      const name = scenario.id ?? scenario.name ?? `scenario ${position + 1}`;
      return [`${file}: ${name}`, ...(rest.length === 0 ? [] : [rest.join('.')])].join(': ');
    }
    position -= scenarios.length;
  }
  return files.map(({ file }) => file).join(', ');
}
