import type { Body } from '@fairtrial/client';
import type { Settings } from '@fairtrial/contracts';
import type { BatchRequest } from '../../batch/batch-types.ts';
import { compact } from '../../format/read-fields.ts';
import type { HistoryChoice, NewRunSearch } from './new-run-search.ts';
import {
  fillDataset,
  fillDraftPart,
  NO_DATASET,
  toDraftPart,
  type DatasetChoice,
} from './dataset/choose-dataset.ts';
import { fillTarget, readTarget, type TargetFields } from './target/choose-target.ts';
import { findJsonFault, NEW_REQUEST } from './target/own-request.ts';

/** The settings of a new run, without its batch. */
export interface RunForm extends TargetFields, DatasetChoice {
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  readonly attempts: number;
  readonly concurrency: number;
  readonly judge: 'on' | 'off';
  /** `pinned`, `latest`, or a run id. */
  readonly baseline: string | undefined;
  /** A second model at the same endpoint, played at the same time and used as the baseline. Empty if there is none. */
  readonly against: string;
  /** `undefined` for the value of the batch. */
  readonly history: HistoryChoice | undefined;
  /** Empty for the value of the batch. Kept as a draft, because it is too long for a URL. */
  readonly systemPrompt: string;
}

export interface RunFormState {
  readonly form: RunForm;
  readonly change: (change: Partial<RunForm>) => void;
}

const DEFAULT_ATTEMPTS = 5;
const DEFAULT_CONCURRENCY = 8;

/** The form from the URL, with defaults. The draft of the batch is used only if the URL says so. */
export function fillForm(
  search: NewRunSearch,
  { agent, endpoints }: Settings,
  draft?: BatchRequest,
): RunForm {
  return {
    name: search.name ?? '',
    endpoint: search.endpoint ?? agent?.url ?? endpoints[0] ?? '',
    model: search.model ?? '',
    attempts: search.attempts ?? DEFAULT_ATTEMPTS,
    concurrency: search.concurrency ?? DEFAULT_CONCURRENCY,
    judge: search.judge ?? 'on',
    baseline: search.baseline,
    against: search.against ?? '',
    history: search.history,
    systemPrompt: '',
    ...fillTargetFields(search),
    ...fillDraftPart(fillDatasetFields(search), search.draft, draft),
  };
}

function fillTargetFields({ protocol, reply = '', target = '' }: NewRunSearch): TargetFields {
  return { protocol, reply, target, own: NEW_REQUEST };
}

function fillDatasetFields({ dataset, tags, sample, seed }: NewRunSearch): DatasetChoice {
  return { ...NO_DATASET, ...compact({ dataset, tags, sample, seed }) };
}

/** The form as search parameters. */
export function toSearch(form: RunForm): NewRunSearch {
  const { name, endpoint, model, attempts, concurrency, judge, baseline, against } = form;
  const { protocol, history, reply, target, dataset } = form;
  return {
    endpoint,
    attempts,
    concurrency,
    ...(name !== '' && { name }),
    ...(model !== '' && { model }),
    ...(judge === 'off' && { judge }),
    ...(baseline !== undefined && { baseline }),
    ...(against !== '' && { against }),
    ...(protocol !== undefined && { protocol }),
    ...(history !== undefined && { history }),
    ...(reply !== '' && { reply }),
    ...(target !== '' && { target }),
    ...(dataset !== '' && toDatasetSearch(form)),
  };
}

function toDatasetSearch(choice: DatasetChoice): NewRunSearch {
  const { dataset, tags, sample, seed } = choice;
  const draft = toDraftPart(choice);
  return {
    dataset,
    ...(tags.length > 0 && { tags }),
    ...(sample !== undefined && { sample }),
    ...(seed !== '' && { seed }),
    ...(draft !== undefined && { draft }),
  };
}

/** Takes over the fields of the form that a request contains. */
export function fillFromRequest(
  form: RunForm,
  request: Readonly<Record<string, unknown>>,
): RunForm {
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
    against: text('against', form.against),
    ...fillTarget(form, request['target']),
    ...fillDataset(request),
  };
}

/** Fields of the form override the batch; all others (weights, gates, parameters …) come from the batch. */
export function toRequest(
  batch: BatchRequest,
  form: RunForm,
  settings: Pick<Settings, 'judges'>,
): Body<'POST /evaluate'> {
  const { baseline: _baseline, against: _against, test_name: _name, ...others } = batch;
  const { protocol: _protocol, target: _target, ...rest } = others;
  const against = form.against.trim();
  const request = {
    ...rest,
    endpoint: form.endpoint.trim(),
    model_id: form.model.trim(),
    attempts: form.attempts,
    concurrency: form.concurrency,
    ...(form.name.trim() !== '' && { test_name: form.name.trim() }),
    ...readTarget(form, batch),
    ...(form.history !== undefined && { history: form.history }),
    ...(form.systemPrompt.trim() !== '' && { system_prompt: form.systemPrompt }),
    ...(against !== '' && { against }),
    ...(against === '' && form.baseline !== undefined && { baseline: form.baseline }),
    // Judges are on by default.
    ...(settings.judges.length > 0 && form.judge === 'off' && { judge: false }),
  };
  // The service validates the pasted batch; its errors are shown by line.
  return request as unknown as Body<'POST /evaluate'>;
}

/** The input that is missing before the run can be planned and started; `undefined` if it is complete. */
export function findMissingInput(
  form: RunForm,
  batch: BatchRequest | undefined,
): string | undefined {
  if (batch === undefined) return 'The batch is not ready.';
  if (form.endpoint.trim() === '') return 'The endpoint is missing.';
  if (form.model.trim() === '') return 'The model is missing.';
  return findTargetFault(form);
}

/** What is wrong with the target of the form before it is sent; `undefined` if the service decides. */
export function findTargetFault({ target, own }: TargetFields): string | undefined {
  return target === '' && own.isUsed ? findJsonFault(own) : undefined;
}
