import { parseGate } from '@assay/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import type { JudgeInput } from './judge-input.ts';
import { addJsonOption } from './json-option.ts';
import { addServerOptions } from './server-options.ts';

/** The flags of `assay run`. */
export function addRunOptions(command: Command): void {
  command
    .option('--endpoint <url>', 'the endpoint under test')
    .option('--model <id>', 'the model at that endpoint')
    .option('--attempts <n>', 'how often each scenario is played', toCount)
    .option('--concurrency <n>', 'conversations in parallel', toCount)
    .option('--pass-threshold <share>', 'from which overall on an interaction passes', toShare)
    .option(
      '--judge <how>',
      'off: no model reads the replies; 1 or 3: how often each judge is asked',
      toJudge,
    )
    .option('--baseline <run>', 'compare with this run; latest: with the newest of the same name')
    .option(
      '--gate <expr>',
      'what is asked of the run, like "overall>=0.8"; can be repeated',
      toGates,
    )
    .option('--name <text>', 'what the run is called')
    .option('--tag <k=v>', 'a word to find the run by; can be repeated', toTags)
    .option('--dry-run', 'only say what would be asked of the endpoint')
    .option('--quiet', 'no progress');
  addReportOptions(command);
  addServerOptions(command);
}

/** Where results go beside the terminal. */
export function addReportOptions(command: Command): void {
  addJsonOption(command);
  command
    .option('--junit <file>', 'write a JUnit report')
    .option('--md <file>', 'write a Markdown report')
    .option('--html <folder>', 'write a report of web pages, which open without a server');
}

/** A whole number from 1. */
export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

function toGates(text: string, before: readonly string[] = []): readonly string[] {
  const parsed = parseGate(text);
  if (parsed.state === 'refused') throw new InvalidArgumentError(parsed.detail);
  return [...before, text];
}

function toTags(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A number from 0 to 1. */
export function toShare(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

function toJudge(text: string): JudgeInput {
  if (text === 'off') return false;
  if (text === '1' || text === '3') return { samples: text === '1' ? 1 : 3 };
  throw new InvalidArgumentError('It must be off, 1 or 3.');
}
