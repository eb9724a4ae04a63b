import { EvaluationRequest, Gate } from '@assay/contracts';
import { z } from 'zod';

const { protocol, history, scorers, weights, parameters, system_prompt, pass_threshold, judge } =
  EvaluationRequest.shape;

/** A secret is named, never written. */
const SecretName = z
  .string()
  .regex(
    /^env:[A-Za-z_][A-Za-z0-9_]*$/,
    'a secret does not belong in a file: write env:NAME, and set NAME in the environment',
  );

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** `assay.config.yaml`: what would otherwise be flags. */
export const ConfigFile = z
  .strictObject({
    $schema: z.string().optional(),
    server: HttpUrl.optional().describe(
      'The evaluation service; http://127.0.0.1:8080 where absent.',
    ),
    agent: HttpUrl.optional().describe('The agent backend; http://127.0.0.1:8000 where absent.'),
    api_key: SecretName.optional().describe('The variable that holds the API key, as env:NAME.'),
    files: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('The batches that are played, relative to this file; * and ** stand for anything.'),
    endpoint: z.string().min(1).optional().describe('The endpoint under test.'),
    model: z.string().min(1).optional().describe('The model at that endpoint.'),
    name: z.string().min(1).optional().describe('What the run is called.'),
    attempts: z.int().min(1).optional().describe('How often each scenario is played.'),
    concurrency: z.int().min(1).optional().describe('Conversations in parallel.'),
    baseline: z.string().min(1).optional().describe('The id of a run, or latest.'),
    gates: z.array(Gate).max(50).optional().describe('What is asked of the run.'),
    tags: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('Words to find the run by.'),
    junit: z.string().min(1).optional().describe('Where to write a JUnit report.'),
    md: z.string().min(1).optional().describe('Where to write a Markdown report.'),
    html: z.string().min(1).optional().describe('The folder for a report of web pages.'),
    json: z.string().min(1).optional().describe('Where to write the result as JSON.'),
    protocol,
    history,
    system_prompt,
    parameters,
    scorers,
    weights,
    pass_threshold,
    judge,
  })
  .meta({ title: 'Assay', description: 'The configuration file of the command `assay`.' });
export type ConfigFile = z.infer<typeof ConfigFile>;
