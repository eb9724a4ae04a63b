import { z } from 'zod';

/** Fine-tuned models: name to UUID. */
export const StudioModels = z.record(z.string(), z.string()).meta({ id: 'StudioModels' });
export type StudioModels = z.infer<typeof StudioModels>;
