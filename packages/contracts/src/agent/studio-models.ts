import { z } from 'zod';

/** Fine-tuned models: name to UUID. */
export const StudioModels = z.record(z.string(), z.string()).meta({ id: 'StudioModels' });
export type StudioModels = z.infer<typeof StudioModels>;

/** How a fine-tuned model is named: any UUID, of any version, in either case, with dashes or without. */
export const FineTunedId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i);
export type FineTunedId = z.infer<typeof FineTunedId>;
