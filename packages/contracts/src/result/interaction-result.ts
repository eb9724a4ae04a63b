import { z } from 'zod';
import { CheckResult } from '../request/check.ts';
import { EndpointError } from '../shared/endpoint.ts';
import { Metadata, ToolCall, Usage } from '../shared/model-reply.ts';
import { Scores } from './scores.ts';

export const Outcome = z.enum(['answered', 'endpoint_failed']);
export type Outcome = z.infer<typeof Outcome>;

export const MetadataSource = z.enum(['endpoint', 'annotator', 'nearest_reference']);
export type MetadataSource = z.infer<typeof MetadataSource>;

/** One interaction executed in one attempt: what was posted, with the reply and what we think of it. */
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
        'The tools that were called, as far as the answer told; null where it told of none.',
      ),
    checks: z.array(CheckResult),
    passed: z
      .boolean()
      .nullable()
      .describe(
        'Whether `overall` is at least `pass_threshold` and every check holds; null where there is neither, or no score.',
      ),
    flags: z.array(z.string()),
  })
  .meta({ id: 'InteractionResult' });
export type InteractionResult = z.infer<typeof InteractionResult>;
