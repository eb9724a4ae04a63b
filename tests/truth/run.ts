/**
 * `npm test -- truth`: simulates models with known true scores and counts how often intervals and verdicts are wrong. Then
 * scores labelled pairs of replies and references. Prints one line per cell; the last line is one JSON object. Fails if
 * a share is beyond its bound. `--short` finds only intervals and verdicts that are wrong much too often.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describeCell, type Cell } from './cell.ts';
import { pairsTable, showPairsLine } from './labelled-pairs.ts';
import { SIMULATIONS } from './simulations.ts';

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const trials = options.short ? 100 : 2000;

/** Distributes the simulations to one worker per core, and returns their cells in order as they arrive. */
function playAll(onCells: (cells: readonly Cell[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let open = 0;
    const give = (worker: Worker): void => {
      if (next < SIMULATIONS.length) {
        worker.postMessage(next, []);
        next += 1;
        return;
      }
      void worker.terminate();
      open -= 1;
      if (open === 0) resolve();
    };
    for (let no = 0; no < Math.min(availableParallelism(), SIMULATIONS.length); no += 1) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: trials });
      open += 1;
      worker.on('error', reject);
      worker.on('message', (cells: readonly Cell[]) => {
        onCells(cells);
        give(worker);
      });
      give(worker);
    }
  });
}

const cells: Cell[] = [];
await playAll((played) => {
  cells.push(...played);
  for (const cell of played) process.stdout.write(`${describeCell(cell)}\n`);
});
const pairs = pairsTable();
for (const line of pairs) process.stdout.write(`${showPairsLine(line)}\n`);
const bounded = pairs.filter(({ bound }) => bound !== null);
const breaches = [
  ...cells.filter(({ isBreach }) => isBreach).map(describeCell),
  ...bounded.filter(({ passes }) => !passes).map(showPairsLine),
];
process.stdout.write(
  `${JSON.stringify({ trials, cells: cells.length + bounded.length, breaches })}\n`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
