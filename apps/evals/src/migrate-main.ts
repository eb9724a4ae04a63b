/** Updates the schema and exits: the step before an upgrade, run by a role that may change tables. */
import { createLogger, runService } from '@fairtrial/server';
import { loadConfig, secretsOf } from './config.ts';
import { openEngine } from './open-engine.ts';

await runService(async () => {
  const config = loadConfig();
  const logger = createLogger({
    service: 'evals',
    level: config.logLevel,
    secrets: secretsOf(config),
  });
  // The role `api` starts no worker and supervises no jobs.
  await using engine = await openEngine({ ...config, role: 'api' }, logger);
  await engine.nameIndexMade;
  logger.info('the database is up to date');
});
