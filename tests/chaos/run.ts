/** `npm test -- chaos`: checks the promises of the engine while processes are killed. The last line is one JSON object. */
import { seededRandom } from '@fairtrial/statistics';
import { build } from '../../scripts/build.ts';
import { playBackup } from './play-backup.ts';
import { playContention } from './contention/play-contention.ts';
import { playDisturbed } from './play-disturbed.ts';
import { playFailpoints } from './play-failpoints.ts';
import { playGrading } from './grading/play-grading.ts';
import { playSessions } from './sessions/play-sessions.ts';
import { playUsers } from './users/play-users.ts';
import { playZombie } from './play-zombie.ts';
import { playPooler } from './play-pooler.ts';
import { playReadOnly } from './play-read-only.ts';
import { playSilence } from './play-silence.ts';
import { playWrongClock } from './play-wrong-clock.ts';
import { hasPgbouncer } from './start-pgbouncer.ts';
import { readOptions, type Options } from './read-options.ts';
import { formatJsonLine, formatTable, type Report } from './report.ts';

const SHORT_SIZE = {
  conversations: 150,
  turns: 4,
  latencyMs: 300,
  workers: 3,
  inFlight: 12,
  kills: 4,
  restarts: 0,
};

const GRADING_SIZE = { scenarios: 8, baselineKills: 6, looks: [0, 1, 2] };
const SESSIONS_SIZE = {
  conversations: 500,
  turns: 4,
  latencyMs: 1500,
  workers: 3,
  inFlight: 24,
  kills: 8,
  restarts: 0,
};
const SHORT_SESSIONS_SIZE = {
  ...SESSIONS_SIZE,
  conversations: 100,
  latencyMs: 300,
  workers: 2,
  inFlight: 12,
  kills: 3,
};

/** `turns` is not used: conversations differ in length. */
const USERS_SIZE = {
  conversations: 500,
  turns: 1,
  latencyMs: 700,
  workers: 3,
  inFlight: 24,
  kills: 8,
  restarts: 0,
};
const SHORT_USERS_SIZE = {
  ...USERS_SIZE,
  conversations: 50,
  latencyMs: 300,
  workers: 2,
  inFlight: 8,
  kills: 3,
};

const SHORT_GRADING_SIZE = { scenarios: 3, baselineKills: 1, looks: [0, 2] };

/** Reports an error as a broken promise: the promise named in its message, if any. */
async function catchFailure(name: string, playing: Promise<Report>): Promise<Report> {
  try {
    return await playing;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const promise = /^([IRS]\d): /.exec(what)?.[1] ?? 'chaos itself';
    return { name, figures: {}, breaches: [{ promise, what }] };
  }
}

/** Faults of the database, of the connection to it, and of clocks. */
async function playFaults(): Promise<readonly Report[]> {
  const clock = await catchFailure('wrong clock', playWrongClock());
  const others = await Promise.all([
    catchFailure('silence, one process', playSilence('one process')),
    catchFailure('silence, two workers', playSilence('two workers')),
    catchFailure('read only', playReadOnly()),
    catchFailure('backup', playBackup()),
    ...(hasPgbouncer() || process.env['CI'] !== undefined
      ? [catchFailure('pooler', playPooler())]
      : []),
  ]);
  return [clock, ...others];
}

/** One after the other: the paused worker must still have work when its successor has started. */
async function playZombieThenGrading(): Promise<readonly Report[]> {
  const zombie = await catchFailure('zombie', playZombie());
  return [zombie, await catchFailure('grading', playGrading(SHORT_GRADING_SIZE))];
}

async function play(options: Options): Promise<readonly Report[]> {
  const random = seededRandom(options.seed);
  switch (options.mode) {
    case 'disturbed':
      return [await catchFailure('disturbed', playDisturbed(options, random))];
    case 'zombie':
      return [await catchFailure('zombie', playZombie())];
    case 'failpoints':
      return [await catchFailure('failpoints', playFailpoints(options))];
    case 'faults':
      return playFaults();
    case 'contention':
      return [await catchFailure('contention', playContention(options.rounds))];
    case 'grading':
      return [await catchFailure('grading', playGrading(GRADING_SIZE))];
    case 'sessions':
      return [await catchFailure('sessions', playSessions(SESSIONS_SIZE, random))];
    case 'users':
      return [await catchFailure('users', playUsers(USERS_SIZE, random))];
    case 'crashes':
      return [
        await catchFailure('kills', playDisturbed(SHORT_SIZE, random)),
        await catchFailure('failpoints', playFailpoints({ stride: 12 })),
      ];
    case 'short':
      return [
        await catchFailure('kills', playDisturbed(SHORT_SIZE, random)),
        await catchFailure(
          'restarts',
          playDisturbed({ ...SHORT_SIZE, kills: 0, restarts: 2 }, random),
        ),
        await catchFailure('sessions', playSessions(SHORT_SESSIONS_SIZE, random)),
        await catchFailure('users', playUsers(SHORT_USERS_SIZE, random)),
        ...(
          await Promise.all([
            playZombieThenGrading(),
            catchFailure('failpoints', playFailpoints({ stride: 12 })).then((report) => [report]),
          ])
        ).flat(),
        ...(await playFaults()),
      ];
    default:
      return options.mode satisfies never;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const options = readOptions(process.argv.slice(2));
await build(['services']);
const reports = await play(options);
for (const report of reports) process.stdout.write(`${formatTable(report)}\n`);
process.stdout.write(`${formatJsonLine(reports)}\n`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
