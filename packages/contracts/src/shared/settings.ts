import { z } from 'zod';

/** How a service is set up, as far as its callers may know. Never a secret. */
export const Settings = z
  .object({
    version: z.string(),
    simulated: z.boolean().describe('The models are simulated, and every result says so.'),
    keys: z
      .array(z.object({ name: z.string(), is_set: z.boolean() }))
      .describe(
        'Which secrets are there; none is ever told. Empty where API keys are in use: it is the business of the operator.',
      ),
    storage: z.object({
      kind: z
        .enum(['own', 'external'])
        .describe('The PostgreSQL that the service starts itself, or one of the operator.'),
      location: z
        .string()
        .nullable()
        .describe(
          'Its folder, or its address without user name and password; null where API keys are in use.',
        ),
      retention_days: z.int().nullable().describe('null: runs are kept until they are deleted.'),
    }),
    endpoints: z
      .array(z.string())
      .describe('Addresses that the operator named as endpoints; none for a key that may not run.'),
    agent: z
      .object({ url: z.string(), has_key: z.boolean() })
      .nullable()
      .describe(
        'The agent backend behind /agent; null where there is none, and for a key that may neither run nor chat.',
      ),
    judges: z.array(z.string()).describe('Models that judge replies; none where none is set.'),
    limits: z.object({
      attempts: z.int(),
      interactions: z.int(),
      turns: z.int(),
      concurrency: z.int(),
    }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/** Permissions of an API key: talk to the agent, run evaluations, read them, read the metrics. */
export const Scope = z.enum(['chat', 'run', 'read', 'metrics']).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;
