import { runService, serve } from '@fairtrial/server';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

await runService(async () => {
  const config = loadConfig();
  await serve(await createApp(config), config);
});
