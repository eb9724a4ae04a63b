import { createLogger, runService, serve, startTracing } from '@fairtrial/server';
import { createApp } from './app.ts';
import { loadConfig, secretsOf } from './config.ts';
import { openEngine } from './open-engine.ts';

await runService(async () => {
  const config = loadConfig();
  const logger = createLogger({
    service: 'evals',
    level: config.logLevel,
    secrets: secretsOf(config),
  });
  const tracing = await startTracing('fairtrial-evals', config);
  const engine = await openEngine(config, logger);
  const server = await createApp({ config, logger, engine });
  server.addHook('onClose', () => engine[Symbol.asyncDispose]());
  await serve(server, config, tracing);
});
