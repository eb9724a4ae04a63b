import type {
  CheckType,
  EvaluationRequest,
  EvaluationResponse,
  ExportFormat,
  GateRequest,
  GateVerdict,
  InteractionList,
  InteractionView,
  LabelReport,
  LabelSample,
  LabelsRequest,
  Outcome,
  RescoreRequest,
  RetryRequest,
  RowSort,
  RowStatus,
  RunBreakdown,
  RunFigures,
  RunHead,
  RunList,
  RunRowList,
  RunState,
  RunView,
  SavedLabels,
  TestBatch,
  TurnPosition,
} from '@fairtrial/contracts';
import type { ApiRequest, Sender } from './create-sender.ts';
import { followRun, type FollowOptions, type RunEvent } from './follow-run.ts';

/** Input types of the schemas: requests before parsing. */
export type EvaluationInput = (typeof EvaluationRequest)['_zod']['input'];
export type RescoreInput = (typeof RescoreRequest)['_zod']['input'];
export type RetryInput = (typeof RetryRequest)['_zod']['input'];
export type GateInput = (typeof GateRequest)['_zod']['input'];
export type LabelsInput = (typeof LabelsRequest)['_zod']['input'];

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StartOptions extends CallOptions {
  /** Requests with the same key share one run. A new key is generated if absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface RunFilter {
  readonly state?: RunState | undefined;
  readonly model_id?: string | undefined;
  readonly tag?: string | undefined;
  readonly pinned?: boolean | undefined;
  /** Exact test name. */
  readonly test_name?: string | undefined;
  /** Part of the test name. */
  readonly q?: string | undefined;
  /** First four or more characters of the run id. */
  readonly id_prefix?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface InteractionFilter extends Partial<TurnPosition> {
  readonly outcome?: Outcome | undefined;
  readonly below?: number | undefined;
  /** Type of a failed check, or `any`. */
  readonly failed_check?: CheckType | 'any' | undefined;
  readonly flag?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: 'position' | 'overall' | '-overall' | 'latency' | '-latency' | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface RowFilter {
  /** Minimum `overall` to pass, for this view only. */
  readonly pass_threshold?: number | undefined;
  readonly status?: RowStatus | undefined;
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  readonly metadata?: 'differs' | undefined;
  /** Part of the scenario name. */
  readonly scenario?: string | undefined;
  readonly q?: string | undefined;
  /** An expected annotation: `intent:block_card`. */
  readonly label?: string | undefined;
  /** A generated annotation: `intent:other`. `intent:` finds replies without a value. */
  readonly given?: string | undefined;
  /** Id or type of a failed check, or `any`. */
  readonly failed_check?: string | undefined;
  /** The run whose means are included. Default: the baseline of the run. `none` omits them. */
  readonly baseline?: string | undefined;
  readonly sort?: RowSort | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface LabelSampleQuery {
  /** Number of attempts to draw from each run. Default: 50. */
  readonly n?: number | undefined;
  readonly seed?: number | undefined;
  /** The second run of a mixed queue. */
  readonly with?: string | undefined;
  /** Includes the labels that this person gave before. */
  readonly labeller?: string | undefined;
  /** The first item of the page. */
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
}

export interface LabelQuery {
  /** The first label of the page. */
  readonly from?: number | undefined;
  readonly limit?: number | undefined;
}

export interface RunsApi {
  /** Starts a run and returns without waiting for its result. */
  start(request: EvaluationInput, options?: StartOptions): Promise<RunView>;
  /** Runs a batch and waits for its result. */
  evaluate(request: EvaluationInput, options?: StartOptions): Promise<EvaluationResponse>;
  list(filter?: RunFilter, options?: CallOptions): Promise<RunList>;
  get(runId: string, options?: CallOptions & { readonly interactions?: boolean }): Promise<RunView>;
  delete(runId: string, options?: CallOptions): Promise<void>;
  cancel(runId: string, options?: CallOptions): Promise<RunHead>;
  /** Pins a completed run as the baseline of its test and replaces the previous pin. */
  pin(runId: string, options?: CallOptions): Promise<RunHead>;
  unpin(runId: string, options?: CallOptions): Promise<void>;
  /** Runs failed and skipped turns again. A run with a budget can get a larger one. */
  retry(runId: string, options?: CallOptions & RetryInput): Promise<RunHead>;
  /** Scores a finished run again from its recorded replies. */
  rescore(runId: string, request: RescoreInput, options?: CallOptions): Promise<RunHead>;
  interactions(
    runId: string,
    filter?: InteractionFilter,
    options?: CallOptions,
  ): Promise<InteractionList>;
  /** Interactions aggregated over their attempts, worst first. */
  rows(runId: string, filter?: RowFilter, options?: CallOptions): Promise<RunRowList>;
  figures(
    runId: string,
    query?: { readonly pass_threshold?: number | undefined },
    options?: CallOptions,
  ): Promise<RunFigures>;
  /** Failed checks, and expected and generated labels. */
  breakdown(runId: string, options?: CallOptions): Promise<RunBreakdown>;
  /** The request that repeats the run. `scenarios`: with the scenarios, also if the run names a dataset. */
  request(
    runId: string,
    options?: CallOptions & { readonly scenarios?: boolean },
  ): Promise<EvaluationRequest>;
  scenario(runId: string, scenario: number, options?: CallOptions): Promise<TestBatch>;
  turn(runId: string, position: TurnPosition, options?: CallOptions): Promise<InteractionView>;
  /** Events of a run until it is finished. */
  events(runId: string, options?: FollowOptions): AsyncGenerator<RunEvent>;
  /** The response with the file, which the caller can read or stream. */
  export(runId: string, format: ExportFormat, options?: CallOptions): Promise<Response>;
  gate(runId: string, request: GateInput, options?: CallOptions): Promise<GateVerdict>;
  /** Draws attempts for people to label, without scores. The same query returns the same draw. */
  labelSample(runId: string, query?: LabelSampleQuery, options?: CallOptions): Promise<LabelSample>;
  /** Stores labels of people. */
  label(runId: string, request: LabelsInput, options?: CallOptions): Promise<SavedLabels>;
  /** Labels of people, their agreement with the judge, and the pass rate by people. */
  labels(runId: string, query?: LabelQuery, options?: CallOptions): Promise<LabelReport>;
}

/** `/evaluate` and `/runs` of the evaluation service. */
export function createRunsApi(sender: Sender): RunsApi {
  return {
    start: (body, options) => sender.json(toEvaluate(body, options, { prefer: 'respond-async' })),
    evaluate: (body, options) => sender.json(toEvaluate(body, options)),
    list: (filter = {}, { signal } = {}) =>
      sender.json({ path: '/runs', query: { ...filter }, signal }),
    get: (runId, { interactions, signal } = {}) =>
      sender.json({ path: runPath(runId), query: { interactions }, signal }),
    delete: (runId, { signal } = {}) =>
      sender.send({ method: 'DELETE', path: runPath(runId), signal }, async () => undefined),
    cancel: (runId, { signal } = {}) =>
      sender.json({ method: 'POST', path: runPath(runId, 'cancel'), signal }),
    pin: (runId, { signal } = {}) =>
      sender.json({ method: 'PUT', path: runPath(runId, 'pin'), signal }),
    unpin: (runId, { signal } = {}) =>
      sender.send({ method: 'DELETE', path: runPath(runId, 'pin'), signal }, async () => undefined),
    retry: (runId, { signal, ...body } = {}) =>
      sender.json({ method: 'POST', path: runPath(runId, 'retry'), body, signal }),
    rescore: (runId, body, { signal } = {}) =>
      sender.json({ method: 'POST', path: runPath(runId, 'rescore'), body, signal }),
    interactions: (runId, filter = {}, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'interactions'), query: { ...filter }, signal }),
    rows: (runId, filter = {}, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'rows'), query: { ...filter }, signal }),
    figures: (runId, query = {}, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'figures'), query: { ...query }, signal }),
    breakdown: (runId, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'breakdown'), signal }),
    request: (runId, { scenarios, signal } = {}) =>
      sender.json({ path: runPath(runId, 'request'), query: { scenarios }, signal }),
    scenario: (runId, scenario, { signal } = {}) =>
      sender.json({ path: runPath(runId, `scenarios/${scenario}`), signal }),
    turn: (runId, { scenario, attempt, turn }, { signal } = {}) =>
      sender.json({ path: runPath(runId, `turns/${scenario}/${attempt}/${turn}`), signal }),
    events: (runId, options) => followRun(sender, runId, options),
    export: (runId, format, { signal } = {}) =>
      sender.send(
        { path: runPath(runId, 'export'), query: { format }, signal },
        async (file) => file,
      ),
    gate: (runId, body, { signal } = {}) =>
      sender.json({ method: 'POST', path: runPath(runId, 'gate'), body, signal }),
    labelSample: (runId, query = {}, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'label-sample'), query: { ...query }, signal }),
    label: (runId, body, { signal } = {}) =>
      sender.json({ method: 'POST', path: runPath(runId, 'labels'), body, signal }),
    labels: (runId, query = {}, { signal } = {}) =>
      sender.json({ path: runPath(runId, 'labels'), query: { ...query }, signal }),
  };
}

function toEvaluate(
  body: EvaluationInput,
  { idempotencyKey = createIdempotencyKey(), signal }: StartOptions = {},
  headers: Readonly<Record<string, string>> = {},
): ApiRequest {
  const keyed = { ...headers, 'idempotency-key': idempotencyKey };
  return { method: 'POST', path: '/evaluate', body, headers: keyed, signal };
}

function runPath(runId: string, rest?: string): string {
  return `/runs/${encodeURIComponent(runId)}${rest === undefined ? '' : `/${rest}`}`;
}

/** `crypto.randomUUID` is not available in pages served over plain HTTP. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
