import type { EvaluationInput } from '@assay/client';
import type { Settings } from '@assay/contracts';
import type { BatchRequest } from '../../batch/read-batch.ts';
import type { NewRunSearch } from './new-run-search.ts';

/** Everything about a run but what it runs. */
export interface RunForm {
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  readonly attempts: number;
  readonly concurrency: number;
  readonly judge: 'on' | 'off';
  readonly baseline: string | undefined;
}

const ATTEMPTS = 5;
const CONCURRENCY = 8;

/** What the URL says, else what is likely. */
export function fillForm(search: NewRunSearch, { agent, endpoints }: Settings): RunForm {
  return {
    name: search.name ?? '',
    endpoint: search.endpoint ?? agent?.url ?? endpoints[0] ?? '',
    model: search.model ?? '',
    attempts: search.attempts ?? ATTEMPTS,
    concurrency: search.concurrency ?? CONCURRENCY,
    judge: search.judge ?? 'on',
    baseline: search.baseline,
  };
}

/** What the form adds to the URL. */
export function toSearch(form: RunForm): NewRunSearch {
  const { name, endpoint, model, attempts, concurrency, judge, baseline } = form;
  return {
    endpoint,
    attempts,
    concurrency,
    ...(name !== '' && { name }),
    ...(model !== '' && { model }),
    ...(judge === 'off' && { judge }),
    ...(baseline !== undefined && { baseline }),
  };
}

/** What a file says of its own run, beside its batch. */
export function takeFrom(form: RunForm, request: Readonly<Record<string, unknown>>): RunForm {
  const text = (name: string, fallback: string): string => {
    const value = request[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  const count = (name: string, fallback: number): number => {
    const value = request[name];
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : fallback;
  };
  return {
    ...form,
    name: text('test_name', form.name),
    endpoint: text('endpoint', form.endpoint),
    model: text('model_id', form.model),
    attempts: count('attempts', form.attempts),
    concurrency: count('concurrency', form.concurrency),
  };
}

/** The request: the form says what it shows, the file the rest (weights, gates, parameters …). */
export function toRequest(
  batch: BatchRequest,
  form: RunForm,
  settings: Pick<Settings, 'judges'>,
): EvaluationInput {
  const { baseline_run_id: _baseline, test_name: _name, ...rest } = batch;
  const request = {
    ...rest,
    endpoint: form.endpoint.trim(),
    model_id: form.model.trim(),
    attempts: form.attempts,
    concurrency: form.concurrency,
    ...(form.name.trim() !== '' && { test_name: form.name.trim() }),
    ...(form.baseline !== undefined && { baseline_run_id: form.baseline }),
    // Where there are judges they judge, unless they are told not to.
    ...(settings.judges.length > 0 && form.judge === 'off' && { judge: false }),
  };
  // The service has the last word on what was pasted: its refusals are shown by line.
  return request as unknown as EvaluationInput;
}

/** What keeps the run from being started; undefined: nothing. */
export function missingOf(form: RunForm, batch: BatchRequest | undefined): string | undefined {
  if (batch === undefined) return 'The batch is not ready.';
  if (form.endpoint.trim() === '') return 'The endpoint is missing.';
  if (form.model.trim() === '') return 'The model is missing.';
  return undefined;
}
