import { z } from 'zod';
import { Baseline, Gates } from '../gates/gate.ts';
import { CallBudget } from '../shared/call-budget.ts';
import { Protocol } from '../shared/endpoint.ts';
import { boundedName, boundedRecord, boundedText } from '../shared/bounded.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { scoringChoice } from './scoring-choice.ts';
import { Target } from './target.ts';
import { TestBatch } from './test-batch.ts';

export const History = z.enum(['live', 'reference', 'none']);
export type History = z.infer<typeof History>;

/** The body of `POST /evaluate`. */
export const EvaluationRequest = z
  .looseObject({
    test_batch: z
      .union([TestBatch, z.array(TestBatch).min(1).max(INPUT_LIMITS.list_items)])
      .describe('One scenario, or an array of them.'),
    endpoint: boundedText(INPUT_LIMITS.url_chars, 1).describe(
      'Address of the language-model endpoint under test.',
    ),
    model_id: boundedName(1).describe('Identifier of the model to use at that endpoint.'),
    attempts: orAbsent(z.int().min(1).describe('How often each scenario is run; 1 where absent.')),
    test_name: orAbsent(
      boundedName().describe(
        'What runs are found and compared by. The id of the first scenario where absent.',
      ),
    ),
    protocol: orAbsent(z.enum(['auto', ...Protocol.options]).describe('auto where absent.')),
    target: orAbsent(Target),
    strict: orAbsent(
      z
        .boolean()
        .describe(
          'true: a field that is not known but is spelled almost like a known one is refused. Otherwise it is a warning.',
        ),
    ),
    history: orAbsent(
      History.describe(
        'What each turn sends of the turns before it: generated replies (live, the default), reference replies, or nothing.',
      ),
    ),
    concurrency: orAbsent(z.int().min(1).describe('Conversations in parallel; 8 where absent.')),
    budget: orAbsent(CallBudget),
    system_prompt: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    tags: orAbsent(z.array(boundedText(64, 1)).max(20).describe('Words to find the run by.')),
    parameters: orAbsent(
      boundedRecord().describe(
        'Passed on to the endpoint: temperature, max_tokens, seed and the like.',
      ),
    ),
    ...scoringChoice,
    baseline: orAbsent(
      Baseline.describe(
        'The run to compare with: `latest` (the newest run of this test that passed, on this branch, else on the default branch), `pinned`, or the id of a run that is over.',
      ),
    ),
    against: orAbsent(
      boundedName(1).describe(
        'A second model at the same endpoint. Both are played at the same time, attempt by attempt, and compared: it is the baseline.',
      ),
    ),
    branch: orAbsent(boundedText(255, 1).describe('The branch that is tested.')),
    gates: orAbsent(
      Gates.describe(
        'What is asked of the run. A baseline always adds `no regression`, unless `allow regression` is given.',
      ),
    ),
  })
  .meta({ id: 'EvaluationRequest' });
export type EvaluationRequest = z.infer<typeof EvaluationRequest>;
