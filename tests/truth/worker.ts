/** Runs the simulations whose numbers it receives, and answers with their cells. */
import { parentPort } from 'node:worker_threads';
import { simulate } from './cell.ts';
import { SIMULATIONS } from './simulations.ts';

const TRIALS = 2000;

parentPort?.on('message', (index: number) => {
  const simulation = SIMULATIONS[index];
  parentPort?.postMessage(simulation === undefined ? [] : simulate(simulation, TRIALS), []);
});
