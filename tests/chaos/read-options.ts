import { parseArgs } from 'node:util';

/** The size of the run, its workers, and the disturbances. */
export interface Size {
  readonly conversations: number;
  readonly turns: number;
  readonly latencyMs: number;
  readonly workers: number;
  readonly inFlight: number;
  readonly kills: number;
  readonly restarts: number;
}

type Mode =
  | 'disturbed'
  | 'zombie'
  | 'failpoints'
  | 'faults'
  | 'contention'
  | 'grading'
  | 'sessions'
  | 'users'
  | 'crashes'
  | 'short';

export interface Options extends Size {
  readonly mode: Mode;
  readonly seed: number;
  /** Step between tested failpoints. */
  readonly stride: number;
  /** Of contending statements. */
  readonly rounds: number;
}

const USAGE = `npm test -- chaos [--conversations 2500] [--turns 4] [--latency 2500] [--workers 3] [--in-flight 48]
                 [--kills 40] [--restart-postgres 10] [--seed 1]
npm test -- chaos --zombie | --failpoints [--stride 1] | --faults | --grading | --sessions | --users
npm test -- chaos --contention [--rounds 200]
npm test -- chaos --crashes | --short`;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const flag = { type: 'boolean', default: false } as const;

export function readOptions(argv: readonly string[]): Options {
  const { values } = parse(argv);
  const restarts = whole('restart-postgres', values['restart-postgres']);
  return {
    mode: readMode(values),
    conversations: whole('conversations', values.conversations),
    turns: whole('turns', values.turns),
    latencyMs: whole('latency', values.latency),
    workers: whole('workers', values.workers),
    inFlight: whole('in-flight', values['in-flight']),
    kills: whole('kills', values.kills ?? (restarts > 0 ? '0' : '40')),
    restarts,
    seed: whole('seed', values.seed),
    stride: whole('stride', values.stride),
    rounds: whole('rounds', values.rounds),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        conversations: text('2500'),
        turns: text('4'),
        latency: text('2500'),
        workers: text('3'),
        'in-flight': text('48'),
        kills: { type: 'string' },
        'restart-postgres': text('0'),
        seed: text('1'),
        stride: text('1'),
        rounds: text('200'),
        zombie: flag,
        failpoints: flag,
        faults: flag,
        contention: flag,
        grading: flag,
        sessions: flag,
        users: flag,
        crashes: flag,
        short: flag,
      },
    });
  } catch (cause) {
    throw new Error(`${String(cause)}\n${USAGE}`, { cause });
  }
}

const MODES = [
  'crashes',
  'short',
  'zombie',
  'failpoints',
  'faults',
  'contention',
  'grading',
  'sessions',
  'users',
] as const;

function readMode(flags: Readonly<Record<(typeof MODES)[number], boolean>>): Mode {
  return MODES.find((name) => flags[name]) ?? 'disturbed';
}

function whole(name: string, value: string): number {
  if (!/^\d{1,7}$/.test(value)) throw new Error(`--${name} must be a number; got '${value}'`);
  return Number(value);
}
