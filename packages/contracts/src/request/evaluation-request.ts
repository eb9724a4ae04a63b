import { z } from 'zod';
import { Baseline, Gates } from '../gates/gate.ts';
import { CallBudget } from './call-budget.ts';
import { Protocol } from '../endpoint/endpoint.ts';
import { boundedName, boundedRecord, boundedText, orAbsent } from '../shared/fields.ts';
import { DatasetReference, ScenarioFilter } from '../datasets/scenario-filter.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { scoringChoice } from './scoring-choice.ts';
import { TargetChoice } from '../endpoint/target.ts';
import { TestBatch } from '../scenarios/test-batch.ts';

export const History = z.enum(['live', 'reference', 'none']);
export type History = z.infer<typeof History>;

/** Scenarios come from the request or from a dataset. */
function requireScenarios(
  { test_batch, dataset, filter }: { test_batch?: unknown; dataset?: unknown; filter?: unknown },
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (test_batch === undefined && dataset === undefined) {
    refuse('test_batch', 'is required: send the scenarios, or name a stored dataset in dataset');
  } else if (test_batch !== undefined && dataset !== undefined) {
    refuse('dataset', 'cannot be combined with test_batch: leave out one of them');
  } else if (filter !== undefined && dataset === undefined) {
    refuse('filter', 'selects scenarios of a stored dataset: name it in dataset');
  }
}

/** The body of `POST /evaluate`. */
export const EvaluationRequest = z
  .looseObject({
    test_batch: z
      .union([TestBatch, z.array(TestBatch).min(1).max(INPUT_LIMITS.list_items)])
      .optional()
      .describe('One scenario or an array of scenarios. Required unless `dataset` is given.'),
    dataset: orAbsent(
      DatasetReference.describe(
        'Scenarios of a stored dataset instead of `test_batch`: `support`, `support@latest` or `support@7`. The run records the version.',
      ),
    ),
    filter: orAbsent(
      ScenarioFilter.describe('Which scenarios of `dataset` to play. Default: all.'),
    ),
    endpoint: boundedText(INPUT_LIMITS.url_chars, 1).describe(
      'URL of the model endpoint under test.',
    ),
    model_id: boundedName(1).describe('Model to request from the endpoint.'),
    attempts: orAbsent(z.int().min(1).describe('Number of attempts per scenario. Default: 1.')),
    stop_early: orAbsent(
      z
        .boolean()
        .describe(
          'If true, a scenario is not played any further once its comparison with the baseline is decided, so that `attempts` is a maximum. Requires a baseline with as many fixed attempts.',
        ),
    ),
    test_name: orAbsent(
      boundedName().describe(
        'Groups the runs of one test for history and baselines. Default: the id of the first scenario.',
      ),
    ),
    protocol: orAbsent(z.enum(['auto', ...Protocol.options]).describe('Default: auto.')),
    target: orAbsent(
      TargetChoice.describe(
        'How to call the endpoint and read its response, or the name of a stored target.',
      ),
    ),
    strict: orAbsent(
      z
        .boolean()
        .describe(
          'If true, an unknown field whose name is close to a known field is rejected. If false, it only adds a warning.',
        ),
    ),
    history: orAbsent(
      History.describe(
        'Earlier turns that each turn sends: with the generated replies (live, the default), with the reference replies (reference), or no earlier turns (none, the default with a session).',
      ),
    ),
    concurrency: orAbsent(
      z.int().min(1).describe('Maximum number of parallel conversations. Default: 8.'),
    ),
    budget: orAbsent(CallBudget),
    system_prompt: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    tags: orAbsent(z.array(boundedText(64, 1)).max(20).describe('Labels for finding the run.')),
    parameters: orAbsent(
      boundedRecord().describe(
        'Sent to the endpoint with each request, for example temperature, max_tokens and seed.',
      ),
    ),
    ...scoringChoice,
    baseline: orAbsent(
      Baseline.describe(
        'The run to compare with: `latest` (the newest passing run of this test on the same branch, or on the default branch if there is none), `pinned`, or the id of a finished run.',
      ),
    ),
    against: orAbsent(
      boundedName(1).describe(
        'A second model at the same endpoint, used as the baseline. Attempts of both models are interleaved, then the two runs are compared.',
      ),
    ),
    branch: orAbsent(boundedText(255, 1).describe('The source branch under test.')),
    gates: orAbsent(
      Gates.describe(
        'Conditions for the run to pass. A baseline adds `no regression`, unless `allow regression` is listed.',
      ),
    ),
  })
  .superRefine(requireScenarios)
  .meta({ id: 'EvaluationRequest' });
export type EvaluationRequest = z.infer<typeof EvaluationRequest>;
