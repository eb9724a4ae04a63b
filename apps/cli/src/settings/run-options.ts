import { Baseline, DatasetReference, History, parseGate } from '@fairtrial/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  addEndpointOptions,
  addJsonOption,
  addRowOptions,
  addServerOptions,
  ID_PREFIX,
  toCount,
  toFraction,
} from './common-options.ts';
import type { JudgeInput } from './run-settings.ts';

export const BUDGET_CALLS = 'the maximum number of calls to the endpoint, including retries';

export function addRunOptions(command: Command): void {
  addEndpointOptions(command);
  addDatasetOptions(command);
  command
    .option('--system-prompt <text>', 'the system prompt, or @FILE to read it from a file')
    .addOption(
      new Option(
        '--history <what>',
        'the earlier turns that each turn sends: with generated replies, with reference replies, or none',
      ).choices(History.options),
    )
    .option('--attempts <n>', 'the number of attempts at each scenario', toCount)
    .option(
      '--stop-early',
      'play a scenario no further once its comparison with the baseline is decided; --attempts is then a maximum',
    )
    .option('--concurrency <n>', 'conversations in parallel', toCount)
    .option('--budget-calls <n>', BUDGET_CALLS, toCount)
    .option(
      '--baseline <run>',
      'compare with latest (the newest run of the same name that passed, on this branch or the default one), pinned, or the id of a run or its first 4 or more characters',
      toBaseline,
    )
    .option(
      '--against <model>',
      'also play this model, at the same time, and use it as the baseline',
    )
    .option(
      '--branch <name>',
      'the branch under test (default: that of the build server or the checkout)',
    )
    .option(
      '--gate <expr>',
      'a condition that the run must meet, like "overall>=0.8"; can be repeated',
      toGates,
    )
    .option('--strict', 'refuse fields that look like misspelled known fields')
    .option('--allow-failures', 'do not fail the run if a required check fails')
    .option('--name <text>', 'the name of the run')
    .option('--tag <k=v>', 'a tag for finding the run; can be repeated', toList)
    .option('--dry-run', 'print the calls and the cost of the run, and start none')
    .option('--quiet', 'print no progress');
  addScoringOptions(command);
  addReportOptions(command);
  addServerOptions(command);
}

/** Options for playing a stored dataset instead of files. */
function addDatasetOptions(command: Command): void {
  command
    .option(
      '--dataset <name>',
      'play a stored dataset instead of files: support, or support@7',
      toReference,
    )
    .option(
      '--filter-tag <tag>',
      'only scenarios of the dataset with this tag; can be repeated: one of the tags is enough',
      toList,
    )
    .option('--filter-id <id>', 'only the scenario with this id; can be repeated', toList)
    .option('--sample <n>', 'only n scenarios, selected by --seed and their ids', toCount)
    .option('--seed <text>', 'selects another sample; the same seed selects the same one (0)');
}

/** Options for scoring. */
export function addScoringOptions(command: Command): void {
  command
    .option(
      '--pass-threshold <score>',
      'minimum overall score for an interaction to pass, from 0 to 1',
      toFraction,
    )
    .option(
      '--judge <how>',
      'off: call no judge model; 1 or 3: how often each judge is called',
      toJudge,
    );
}

/** Options for printing the result and writing it into files. */
export function addReportOptions(command: Command): void {
  addRowOptions(command);
  addJsonOption(command);
  command
    .option('--junit <file>', 'write a JUnit report')
    .option('--md <file>', 'write a Markdown report')
    .option('--html <folder>', 'write an HTML report that opens without a server');
}

function toBaseline(text: string): string {
  if (Baseline.safeParse(text).success || ID_PREFIX.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be latest, pinned, or the id of a run or its first 4 or more characters.',
  );
}

function toReference(text: string): string {
  const { error } = DatasetReference.safeParse(text);
  if (error === undefined) return text;
  throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
}

function toGates(text: string, before: readonly string[] = []): readonly string[] {
  const parsed = parseGate(text);
  if (parsed.state === 'refused') throw new InvalidArgumentError(parsed.detail);
  return [...before, text];
}

function toList(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function toJudge(text: string): JudgeInput {
  if (text === 'off') return false;
  if (text === '1' || text === '3') return { samples: text === '1' ? 1 : 3 };
  throw new InvalidArgumentError('It must be off, 1 or 3.');
}
