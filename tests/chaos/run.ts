/** `npm run chaos`: the promises of the engine, with processes that are shot. The last line is one JSON object. */
import { playDisturbed } from './play-disturbed.ts';
import { playFailpoints } from './play-failpoints.ts';
import { playZombie } from './play-zombie.ts';
import { readOptions, type Options } from './read-options.ts';
import { lineOf, tableOf, type Report } from './report.ts';
import { seededRandom } from './seeded-random.ts';

const SHORT = {
  conversations: 150,
  turns: 4,
  latencyMs: 300,
  workers: 3,
  inFlight: 12,
  kills: 4,
  restarts: 0,
};

/** What goes wrong in between is a broken promise, too: named by whoever met it. */
async function orBroken(name: string, playing: Promise<Report>): Promise<Report> {
  try {
    return await playing;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const promise = /^([IR]\d): /.exec(what)?.[1] ?? 'chaos itself';
    return { name, figures: {}, breaches: [{ promise, what }] };
  }
}

async function play(options: Options): Promise<readonly Report[]> {
  const random = seededRandom(options.seed);
  switch (options.mode) {
    case 'disturbed':
      return [await orBroken('disturbed', playDisturbed(options, random))];
    case 'zombie':
      return [await orBroken('zombie', playZombie())];
    case 'failpoints':
      return [await orBroken('failpoints', playFailpoints(options))];
    case 'short':
      return [
        await orBroken('kills', playDisturbed(SHORT, random)),
        await orBroken('restarts', playDisturbed({ ...SHORT, kills: 0, restarts: 2 }, random)),
        ...(await Promise.all([
          orBroken('zombie', playZombie()),
          orBroken('failpoints', playFailpoints({ stride: 12 })),
        ])),
      ];
    default:
      return options.mode satisfies never;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const reports = await play(readOptions(process.argv.slice(2)));
for (const report of reports) process.stdout.write(`${tableOf(report)}\n`);
process.stdout.write(`${lineOf(reports)}\n`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
