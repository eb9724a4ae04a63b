import { z } from 'zod';
import { orAbsent } from '../shared/or-absent.ts';

/** One message of a conversation, as a front end sends it. */
export const AgentMessage = z
  .looseObject({
    type: z.enum(['human', 'ai', 'tool']),
    content: z.string(),
    name: orAbsent(z.string().describe('Name of the tool; only for tool messages.')),
  })
  .meta({ id: 'AgentMessage' });
export type AgentMessage = z.infer<typeof AgentMessage>;

/** The body of `POST /`. */
export const AgentRequest = z
  .looseObject({ messages: z.array(AgentMessage).min(1) })
  .meta({ id: 'AgentRequest' });
export type AgentRequest = z.infer<typeof AgentRequest>;
