/** Brings the schema up to date and ends: the step before an upgrade, run by an account that may change tables. */
import { createLogger, runService } from '@assay/server';
import { loadConfig, secretsOf } from './config.ts';
import { openEngine } from './open-engine.ts';

await runService(async () => {
  const config = loadConfig();
  const logger = createLogger({
    service: 'evals',
    level: config.logLevel,
    secrets: secretsOf(config),
  });
  // As `api` it looks after nobody's jobs.
  await using engine = await openEngine({ ...config, role: 'api' }, logger);
  await engine.indexesMade;
  logger.info('the database is up to date');
});
