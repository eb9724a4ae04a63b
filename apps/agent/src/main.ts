import { runService, serve, startTracing } from '@fairtrial/server';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

await runService(async () => {
  const config = loadConfig();
  const tracing = await startTracing('fairtrial-agent', config);
  await serve(await createApp(config), config, tracing);
});
