import type { EvaluationInput } from '@assay/client';
import type { ConfigFile } from './config-file.ts';
import { mergeJudge, type JudgeInput } from './judge-input.ts';
import type { Reports } from './reports.ts';

export interface RunSettings {
  readonly request: Partial<Omit<EvaluationInput, 'test_batch' | 'baseline_run_id'>>;
  readonly baseline: string | undefined;
  readonly reports: Reports;
  readonly isQuiet: boolean;
  readonly isDry: boolean;
}

interface RunFlags extends Partial<Reports> {
  readonly endpoint?: string;
  readonly model?: string;
  readonly name?: string;
  readonly attempts?: number;
  readonly concurrency?: number;
  readonly passThreshold?: number;
  readonly judge?: JudgeInput;
  readonly baseline?: string;
  readonly gate?: readonly string[];
  readonly tag?: readonly string[];
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
}

/** Flags come before the configuration file; tags and gates of both count. */
export function mergeRunSettings(config: ConfigFile, options: RunFlags): RunSettings {
  const { protocol, history, system_prompt, parameters, scorers, weights } = config;
  const tags = Object.entries(config.tags ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return {
    request: withoutAbsent({
      protocol,
      history,
      system_prompt,
      parameters,
      scorers,
      weights,
      pass_threshold: options.passThreshold ?? config.pass_threshold,
      judge: mergeJudge(config.judge, options.judge),
      endpoint: options.endpoint ?? config.endpoint,
      model_id: options.model ?? config.model,
      test_name: options.name ?? config.name,
      attempts: options.attempts ?? config.attempts,
      concurrency: options.concurrency ?? config.concurrency,
      gates: both(config.gates, options.gate),
      tags: both(tags, options.tag),
    }),
    baseline: options.baseline ?? config.baseline,
    reports: readReports(options, config),
    isQuiet: options.quiet === true,
    isDry: options.dryRun === true,
  };
}

export function readReports(options: Partial<Reports>, config: Partial<Reports> = {}): Reports {
  return {
    json: options.json ?? config.json,
    junit: options.junit ?? config.junit,
    md: options.md ?? config.md,
    html: options.html ?? config.html,
  };
}

function both(first: readonly string[] = [], second: readonly string[] = []): string[] | undefined {
  const all = [...first, ...second];
  return all.length === 0 ? undefined : all;
}

function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}
