import { z } from 'zod';

/** How the endpoint under test is spoken to. */
export const Protocol = z.enum(['openai', 'agent', 'prompt']).meta({ id: 'Protocol' });
export type Protocol = z.infer<typeof Protocol>;
