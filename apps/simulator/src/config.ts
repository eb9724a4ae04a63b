import {
  isStartedByNpm,
  portNumber,
  positiveInteger,
  readDotEnv,
  readEnv,
} from '@fairtrial/server';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readLatency, type Latency } from './latency.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly seed: string;
  /** Folder of the batches whose exchanges the simulated models know. */
  readonly batches: string;
  readonly latency: Latency;
  readonly wordsPerSecond: number;
  readonly logLevel: string;
  readonly startedByNpm: boolean;
}

const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));

const latency = z
  .string()
  .default('0')
  .transform((text, context) => {
    const read = readLatency(text);
    if (read === undefined) context.addIssue('must be like 20, 10-50 or lognormal:200,0.5');
    return read ?? z.NEVER;
  });

export function loadConfig(): Config {
  readDotEnv();
  const values = readEnv(process.env, {
    SIMULATOR_PORT: portNumber.default(9100),
    SIMULATOR_LATENCY_MS: latency,
    SIMULATOR_WORDS_PER_SECOND: positiveInteger(0),
    LOG_LEVEL: z.string().default('info'),
  });
  return {
    host: '127.0.0.1',
    port: values.SIMULATOR_PORT,
    seed: '1',
    batches: SAMPLES,
    latency: values.SIMULATOR_LATENCY_MS,
    wordsPerSecond: values.SIMULATOR_WORDS_PER_SECOND,
    logLevel: values.LOG_LEVEL,
    startedByNpm: isStartedByNpm(process.env),
  };
}
