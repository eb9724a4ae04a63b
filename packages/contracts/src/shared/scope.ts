import { z } from 'zod';

/** What an API key may do: talk to the agent, run evaluations, read them, read the metrics. */
export const Scope = z.enum(['chat', 'run', 'read', 'metrics']).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;
