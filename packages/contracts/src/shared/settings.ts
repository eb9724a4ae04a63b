import { z } from 'zod';

/** Answers of a judge to questions about replies of one kind. */
const ProbeCounts = z
  .object({
    asked: z.int().min(0).describe('Number of questions with an answer.'),
    hit: z.int().min(0).describe('Number of replies in which it found a fault.'),
  })
  .meta({ id: 'ProbeCounts' });

/** A judge, and how many planted faults it finds. */
export const ProbedJudge = z
  .object({
    model: z.string(),
    prompt_digest: z
      .string()
      .describe('Identifies the text of the prompt. Another prompt is probed again.'),
    probe: z
      .object({
        probed_at: z.iso.datetime(),
        items: z.int().min(0).describe('Number of questions with a known answer.'),
        false_alarms: ProbeCounts.describe('Correct replies: a hit is one that it marks as wrong.'),
        by_fault: z
          .record(z.string(), ProbeCounts)
          .describe('By kind of fault: `number`, `unit`, `negation` and so on.'),
      })
      .nullable()
      .describe('`null` until the judge is probed.'),
  })
  .meta({ id: 'ProbedJudge' });
export type ProbedJudge = z.infer<typeof ProbedJudge>;

/** The configuration of the service as far as callers may see it. Never contains a secret. */
export const Settings = z
  .object({
    version: z.string(),
    simulated: z
      .boolean()
      .describe('true if the models are simulated; every result then has `simulated: true`.'),
    keys: z
      .array(z.object({ name: z.string(), is_set: z.boolean() }))
      .describe(
        'Names of the secrets and whether each is set; never their values. Empty if API keys are configured.',
      ),
    storage: z.object({
      kind: z
        .enum(['own', 'external'])
        .describe(
          'own: the service starts its own PostgreSQL. external: the operator provides one.',
        ),
      location: z
        .string()
        .nullable()
        .describe(
          'Data folder, or database URL without user name and password. `null` if API keys are configured.',
        ),
      retention_days: z.int().nullable().describe('`null`: runs are kept until they are deleted.'),
    }),
    endpoints: z
      .array(z.string())
      .describe(
        'Endpoint addresses that the operator configured. Empty for API keys without the scope `run`.',
      ),
    agent: z
      .object({ url: z.string(), has_key: z.boolean() })
      .nullable()
      .describe(
        'The agent backend behind /agent. `null` if none is configured, or for API keys without the scopes `run` and `chat`.',
      ),
    judges: z.array(z.string()).describe('Models that judge replies. Empty if none is configured.'),
    user_model: z
      .string()
      .nullable()
      .describe('Model that plays simulated users. `null` if none is configured.'),
    judge_probes: z
      .array(ProbedJudge)
      .optional()
      .describe('For each of `judges`: how many planted faults it finds.'),
    scorers: z
      .array(z.object({ name: z.string(), url: z.string() }))
      .describe(
        'Own scorers that the operator registered, without their secrets. Addresses are empty for API keys without the scope `run`.',
      ),
    limits: z.object({
      attempts: z.int(),
      interactions: z.int(),
      turns: z.int(),
      concurrency: z.int(),
    }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/**
 * Permissions of an API key: use the agent, start evaluations, read evaluations, change datasets, send traces, read
 * metrics.
 */
export const Scope = z
  .enum(['chat', 'run', 'read', 'edit', 'ingest', 'metrics'])
  .meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;
