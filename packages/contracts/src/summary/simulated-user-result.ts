import { z } from 'zod';
import { Usage } from '../endpoint/model-reply.ts';

const Count = z.int().min(0);
const Share = z.number().min(0).max(1);

/**
 * What a simulated user did wrong. forgot_fact: forgot, denied or contradicted a fact, or invented one. changed_goal:
 * pursued another goal. left_persona: behaved like another person. ended_early: ended the conversation although the goal
 * was open and could still be reached. talked_into: followed instructions of the endpoint against its goal or facts.
 * looped: repeated itself although the endpoint had answered. leaked_goal: recited its instructions, or said that it is
 * simulated.
 */
export const UserFaultKind = z
  .enum([
    'forgot_fact',
    'changed_goal',
    'left_persona',
    'ended_early',
    'talked_into',
    'looped',
    'leaked_goal',
  ])
  .meta({ id: 'UserFaultKind' });
export type UserFaultKind = z.infer<typeof UserFaultKind>;

const Quotes = z.array(
  z.object({
    turn: z.int().min(0).describe('The turn of the quoted message, counted from 0.'),
    quote: z.string(),
  }),
);

const UserFault = z
  .object({
    kind: UserFaultKind,
    evidence: Quotes.describe('Quotes of messages of the user.'),
    reason: z.string(),
  })
  .meta({ id: 'UserFault' });
type UserFault = z.infer<typeof UserFault>;

export const UserAudit = z
  .object({
    outcome: z
      .enum(['clean', 'spoiled', 'failed'])
      .describe(
        'clean: the judge found no fault of the simulated user. spoiled: it found one. failed: no judge gave a usable answer.',
      ),
    goal: z
      .object({
        verdict: z.enum(['reached', 'not_reached', 'cannot_tell']),
        evidence: Quotes.describe('Quotes of replies.'),
        reason: z.string(),
      })
      .nullable()
      .describe('`null` if the audit failed.'),
    faults: z.array(UserFault),
    failure: z.string().nullable().describe('The reason why the audit failed.'),
  })
  .meta({ id: 'UserAudit' });
export type UserAudit = z.infer<typeof UserAudit>;

/** Why the attempt does not count. */
export const ExcludedReason = z
  .enum(['user_fault', 'user_failed'])
  .describe(
    'user_fault: the simulated user spoiled the conversation, also when it was played again. user_failed: the model of the user gave no message.',
  )
  .meta({ id: 'ExcludedReason' });
export type ExcludedReason = z.infer<typeof ExcludedReason>;

/** What happened in a conversation with a simulated user. */
export const UserResult = z
  .object({
    goal_reached: z
      .boolean()
      .nullable()
      .describe('`null` if unknown, or if the attempt is excluded.'),
    turns: Count.describe('Number of played turns.'),
    turns_to_goal: z
      .int()
      .min(1)
      .nullable()
      .describe('Number of turns until the goal was reached; `null` if it was not.'),
    ended_by: z
      .enum(['user', 'max_turns', 'request_failed', 'user_failed'])
      .describe(
        'user: the user said that this was its last message. request_failed: the endpoint gave no reply. user_failed: the model of the user gave no message.',
      ),
    end_reason: z
      .string()
      .nullable()
      .describe('The reason that the user gave for the end, or why its model gave no message.'),
    replays: Count.describe('How often the attempt was played again because the user spoiled it.'),
    excluded: ExcludedReason.nullable().describe('`null`: the attempt counts.'),
    audit: UserAudit.nullable().describe('`null` if the conversation was not audited.'),
  })
  .meta({ id: 'UserResult' });
export type UserResult = z.infer<typeof UserResult>;

/** The simulated user of a run: how often it made faults, and how its conversations went. */
export const UserReport = z
  .object({
    model: z.string(),
    conversations: Count.describe('Attempts with a simulated user that were played to their end.'),
    faults: z
      .object({
        conversations: Count.describe('Attempts whose first conversation was audited.'),
        spoiled: Count.describe('Those in which the simulated user made a fault.'),
        rate: Share.nullable(),
        ci95: z.tuple([Share, Share]).nullable(),
        by_kind: z.record(z.string(), Count).describe('Spoiled conversations by kind of fault.'),
      })
      .describe(
        'Faults of the simulated user in the first conversation of each attempt. Conversations that were played again because of a fault do not change the rate.',
      ),
    replayed: Count.describe('Attempts that were played again because the user spoiled them.'),
    excluded: z
      .object({ user_fault: Count, user_failed: Count })
      .describe('Attempts that do not count, by reason.'),
    unaudited: Count.describe('Attempts without a usable answer of the judge.'),
    turns: z.number().nullable().describe('Mean number of turns of the attempts that count.'),
    turns_to_goal: z
      .object({ mean: z.number(), n: Count })
      .nullable()
      .describe('Over the attempts that reached the goal.'),
    cost_per_conversation: z
      .number()
      .nullable()
      .describe('US dollars for the model under test; `null` if unknown.'),
    calls: Count.describe('Messages that were asked of the model of the user.'),
    usage: Usage,
  })
  .meta({ id: 'UserReport' });
export type UserReport = z.infer<typeof UserReport>;
