import type { Body } from '@fairtrial/client';
import type { Baseline, History } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { ConfigFile } from './config-file.ts';
import type { TargetInput } from './find-target.ts';

/** The options of `fairtrial run` merged with the configuration file. */
export interface RunSettings {
  readonly request: Partial<Omit<Body<'POST /evaluate'>, 'test_batch' | 'dataset' | 'filter'>>;
  readonly isQuiet: boolean;
  readonly isDryRun: boolean;
}

/** Settings of the judges; `false` switches them off. */
export type JudgeInput = NonNullable<Body<'POST /evaluate'>['judge']>;

interface RunOptions {
  readonly endpoint?: string;
  readonly model?: string;
  readonly protocol?: NonNullable<Body<'POST /evaluate'>['protocol']>;
  /** As `findTarget` returns it. */
  readonly target?: TargetInput | undefined;
  /** The text itself: `@FILE` is already read. */
  readonly systemPrompt?: string | undefined;
  readonly history?: History;
  readonly strict?: boolean;
  readonly name?: string;
  readonly attempts?: number;
  readonly stopEarly?: boolean;
  readonly concurrency?: number;
  readonly budgetCalls?: number;
  readonly passThreshold?: number;
  readonly judge?: JudgeInput;
  readonly baseline?: Baseline | undefined;
  readonly against?: string;
  readonly branch?: string;
  readonly allowFailures?: boolean;
  readonly gate?: readonly string[];
  readonly tag?: readonly string[];
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
}

interface DatasetOptions {
  readonly dataset?: string;
  readonly filterTag?: string[];
  readonly filterId?: string[];
  readonly sample?: number;
  readonly seed?: string;
}

type DatasetChoice = Pick<Body<'POST /evaluate'>, 'dataset' | 'filter'>;

/**
 * The dataset to play and its filter; empty if files are played. What the command line names comes before the
 * configuration file. Throws if both files and a dataset are named.
 */
export function mergeDataset(
  config: Pick<ConfigFile, 'dataset' | 'filter' | 'files'>,
  options: DatasetOptions,
  namesFiles: boolean,
): DatasetChoice {
  const { filterTag, filterId, sample, seed } = options;
  if (options.dataset !== undefined && namesFiles) {
    throw new CliError(
      EXIT.usage,
      'files cannot be combined with --dataset: leave out one of them',
    );
  }
  const dataset = options.dataset ?? (namesFiles ? undefined : config.dataset);
  if (dataset === undefined) {
    if ([filterTag, filterId, sample, seed].every((value) => value === undefined)) return {};
    const advice = 'name one with --dataset';
    throw new CliError(EXIT.usage, `filters select scenarios of a stored dataset: ${advice}`);
  }
  if (options.dataset === undefined && config.files !== undefined) {
    throw new CliError(
      EXIT.usage,
      'the configuration file has both files and dataset: leave out one, or name one on the command line',
    );
  }
  const filter = mergeFilter(config.filter ?? {}, options);
  return { dataset, ...(Object.keys(filter).length > 0 && { filter }) };
}

type FilterInput = NonNullable<Body<'POST /evaluate'>['filter']>;

function mergeFilter(config: FilterInput, options: DatasetOptions): FilterInput {
  const n = options.sample ?? config.sample?.n;
  const seed = options.seed ?? config.sample?.seed;
  if (n === undefined && seed !== undefined) {
    throw new CliError(EXIT.usage, '--seed selects a sample: pass --sample with its size');
  }
  return withoutUndefined({
    tags: options.filterTag ?? config.tags,
    ids: options.filterId ?? config.ids,
    sample: n === undefined ? undefined : withoutUndefined({ n, seed }),
  });
}

/** Options override the configuration file; tags and gates of both are used. */
export function mergeRunSettings(config: ConfigFile, options: RunOptions): RunSettings {
  const { parameters, scorers, weights } = config;
  const tags = Object.entries(config.tags ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return {
    request: withoutUndefined({
      ...mergeCall(config, options),
      parameters,
      scorers,
      weights,
      pass_threshold: options.passThreshold ?? config.pass_threshold,
      judge: mergeJudge(config.judge, options.judge),
      test_name: options.name ?? config.name,
      attempts: options.attempts ?? config.attempts,
      stop_early: options.stopEarly ?? config.stop_early,
      concurrency: options.concurrency ?? config.concurrency,
      budget: mergeBudget(config.budget, options.budgetCalls),
      ...mergeBaseline(config, options),
      branch: options.branch ?? config.branch,
      gates: concatenate(
        config.gates,
        options.gate,
        options.allowFailures === true ? ['allow failures'] : [],
      ),
      tags: concatenate(tags, options.tag),
    }),
    isQuiet: options.quiet === true,
    isDryRun: options.dryRun === true,
  };
}

/** Settings of the request to the endpoint, and of how its response is read. */
function mergeCall(config: ConfigFile, options: RunOptions): RunSettings['request'] {
  return {
    endpoint: options.endpoint ?? config.endpoint,
    model_id: options.model ?? config.model,
    protocol: options.protocol ?? config.protocol,
    target: options.target,
    history: options.history ?? config.history,
    system_prompt: options.systemPrompt ?? config.system_prompt,
    strict: options.strict ?? config.strict,
  };
}

/** `--judge 3` changes only the number of samples; the other fields of the configuration are kept. */
function mergeJudge(
  config: JudgeInput | undefined,
  option: JudgeInput | undefined,
): JudgeInput | undefined {
  if (typeof config !== 'object' || typeof option !== 'object') return option ?? config;
  return { ...config, ...option };
}

/** Each replaces the other, so an option for one also replaces the other one of the configuration. */
function mergeBaseline(
  config: ConfigFile,
  { baseline, against }: RunOptions,
): Pick<RunSettings['request'], 'baseline' | 'against'> {
  return baseline === undefined && against === undefined
    ? withoutUndefined({ baseline: config.baseline, against: config.against })
    : withoutUndefined({ baseline, against });
}

function mergeBudget(
  config: Body<'POST /evaluate'>['budget'],
  calls: number | undefined,
): Body<'POST /evaluate'>['budget'] {
  return calls === undefined ? config : { calls };
}

function concatenate(...lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  const all = lists.flatMap((list) => list ?? []);
  return all.length === 0 ? undefined : all;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
