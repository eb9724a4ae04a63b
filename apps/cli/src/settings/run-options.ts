import { Baseline, History, parseGate } from '@assay/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  addJsonOption,
  addRowOptions,
  addServerOptions,
  ID_PREFIX,
  toCount,
  toFraction,
} from './common-options.ts';
import { addEndpointOptions } from './endpoint-options.ts';
import type { JudgeInput } from './run-settings.ts';

export const BUDGET_CALLS = 'the most calls to the endpoint, repeated requests included';

/** The options of `assay run`. */
export function addRunOptions(command: Command): void {
  addEndpointOptions(command);
  command
    .option('--system-prompt <text>', 'the system prompt, or @FILE to read it from a file')
    .addOption(
      new Option(
        '--history <what>',
        'what each turn sends of the turns before it: the generated replies, the reference replies, or nothing',
      ).choices(History.options),
    )
    .option('--attempts <n>', 'how often each scenario is played', toCount)
    .option('--concurrency <n>', 'conversations in parallel', toCount)
    .option('--budget-calls <n>', BUDGET_CALLS, toCount)
    .option(
      '--baseline <run>',
      'compare with latest (the newest run of the same name that passed, on this branch or the default one), pinned, or the id of a run or its first 4 or more characters',
      toBaseline,
    )
    .option(
      '--against <model>',
      'play this model, too, at the same time, and compare with it: it is the baseline',
    )
    .option(
      '--branch <name>',
      'the branch that is tested (default: that of the build server or the checkout)',
    )
    .option(
      '--gate <expr>',
      'a condition that the run must meet, like "overall>=0.8"; can be repeated',
      toGates,
    )
    .option('--strict', 'refuse a field that is spelled almost like a known one')
    .option('--allow-failures', 'a required check that fails does not fail the run')
    .option('--name <text>', 'the name of the run')
    .option('--tag <k=v>', 'a tag of the run, to find it by; can be repeated', toTags)
    .option('--dry-run', 'print the planned calls and start no run')
    .option('--quiet', 'no progress');
  addScoringOptions(command);
  addReportOptions(command);
  addServerOptions(command);
}

/** The options that say how replies are scored. */
export function addScoringOptions(command: Command): void {
  command
    .option(
      '--pass-threshold <score>',
      'minimum overall score for an interaction to pass, from 0 to 1',
      toFraction,
    )
    .option(
      '--judge <how>',
      'off: no judge model is called; 1 or 3: how often each judge is asked',
      toJudge,
    );
}

/** The options that say how the result is shown, and write it into files. */
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

function toGates(text: string, before: readonly string[] = []): readonly string[] {
  const parsed = parseGate(text);
  if (parsed.state === 'refused') throw new InvalidArgumentError(parsed.detail);
  return [...before, text];
}

function toTags(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function toJudge(text: string): JudgeInput {
  if (text === 'off') return false;
  if (text === '1' || text === '3') return { samples: text === '1' ? 1 : 3 };
  throw new InvalidArgumentError('It must be off, 1 or 3.');
}
