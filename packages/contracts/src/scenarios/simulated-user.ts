import { z } from 'zod';
import { boundedText, orAbsent } from '../shared/fields.ts';

const MAX_FACTS = 50;
const MAX_TEXT = 4000;
const MAX_TURNS = 50;

const Fact = z.union([boundedText(1000), z.number(), z.boolean()]);

/** A user that a model plays, as posted. */
export const SimulatedUser = z
  .strictObject({
    goal: boundedText(MAX_TEXT, 1).describe('What the user wants to achieve.'),
    persona: orAbsent(boundedText(MAX_TEXT).describe('Who the user is and how the user writes.')),
    facts: orAbsent(
      z
        .record(boundedText(100, 1), Fact)
        .refine((facts) => Object.keys(facts).length <= MAX_FACTS, {
          error: `must have at most ${MAX_FACTS} keys`,
          abort: true,
        })
        .meta({ maxProperties: MAX_FACTS })
        .describe('What the user knows, by name, and tells if asked.'),
    ),
    max_turns: orAbsent(
      z
        .int()
        .min(1)
        .max(MAX_TURNS)
        .describe('Maximum number of messages of the simulated user. Default: 8.'),
    ),
  })
  .meta({ id: 'SimulatedUser' });
export type SimulatedUser = z.infer<typeof SimulatedUser>;
