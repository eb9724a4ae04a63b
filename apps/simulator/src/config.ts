import { portNumber, readDotEnv, readEnv } from '@assay/server';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly seed: string;
  /** The folder whose batches the simulated models have learned. */
  readonly batches: string;
  readonly latencyMs: number;
  readonly logLevel: string;
}

const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));

export function loadConfig(): Config {
  readDotEnv();
  const values = readEnv(process.env, {
    SIMULATOR_HOST: z.string().default('127.0.0.1'),
    SIMULATOR_PORT: portNumber.default(9100),
    SIMULATOR_SEED: z.string().default('1'),
    SIMULATOR_BATCHES: z.string().default(SAMPLES),
    SIMULATOR_LATENCY_MS: z
      .string()
      .regex(/^\d{1,6}$/, 'must be milliseconds')
      .transform(Number)
      .default(0),
    LOG_LEVEL: z.string().default('info'),
  });
  return {
    host: values.SIMULATOR_HOST,
    port: values.SIMULATOR_PORT,
    seed: values.SIMULATOR_SEED,
    batches: values.SIMULATOR_BATCHES,
    latencyMs: values.SIMULATOR_LATENCY_MS,
    logLevel: values.LOG_LEVEL,
  };
}
