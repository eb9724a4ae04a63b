import { z } from 'zod';
import { CheckResult } from '../scenarios/check.ts';
import { EndpointError, Outcome } from '../endpoint/endpoint.ts';
import { Metadata, ToolCall, Usage } from '../endpoint/model-reply.ts';
import { Scores } from '../summary/scores.ts';

export const MetadataSource = z.enum(['endpoint', 'annotator', 'nearest_reference']);
export type MetadataSource = z.infer<typeof MetadataSource>;

/** One interaction executed in one attempt: the posted fields, the reply and its scores. */
export const InteractionResult = z
  .looseObject({
    id: z.string(),
    user_message: z.string(),
    agent_reply: z.string().describe('The generated reply, or exactly "Request failed".'),
    reference_reply: z.string(),
    interaction_type: z.string(),
    reference_metadata: Metadata,
    generated_metadata: Metadata,
    scores: Scores,
    score_details: z.record(z.string(), z.unknown()),
    outcome: Outcome,
    error: EndpointError.nullable(),
    latency_ms: z.number(),
    usage: Usage.nullable(),
    metadata_source: MetadataSource.nullable(),
    tool_calls: z
      .array(ToolCall)
      .nullable()
      .describe(
        'Tool calls that the response reports, empty if it reports that there were none; `null` if it does not report calls.',
      ),
    checks: z.array(CheckResult),
    passed: z
      .boolean()
      .nullable()
      .describe(
        'true if `overall` is at least `pass_threshold` and every check passes. `null` without both a threshold and checks, or without a score.',
      ),
    flags: z.array(z.string()),
  })
  .meta({ id: 'InteractionResult' });
export type InteractionResult = z.infer<typeof InteractionResult>;
