import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Reads `.env` of the working folder, where there is one; the real environment wins. */
export function readDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
