/** Runs the simulations whose numbers it receives, with as many trials as `workerData`, and answers with their cells. */
import { parentPort, workerData } from 'node:worker_threads';
import { simulate } from './cell.ts';
import { SIMULATIONS } from './simulations.ts';

const trials = workerData as number;

parentPort?.on('message', (index: number) => {
  const simulation = SIMULATIONS[index];
  parentPort?.postMessage(simulation === undefined ? [] : simulate(simulation, trials), []);
});
