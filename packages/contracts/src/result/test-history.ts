import { z } from 'zod';
import { RunHead } from './run-view.ts';

/** A scenario in one of the runs. */
const HistoryCell = z
  .object({
    mean: z.number().describe('Of `overall`.'),
    change: z
      .enum(['regressed', 'improved'])
      .nullable()
      .describe(
        'Beyond noise, compared with all attempts of the runs since the pinned baseline (without one: of the runs shown before it), after Holm’s correction over the scenarios. Runs with failed requests are not compared with.',
      ),
  })
  .meta({ id: 'HistoryCell' });

/** The last runs of one test, scenario by scenario. */
export const TestHistory = z
  .object({
    test_name: z.string(),
    runs: z.array(RunHead).describe('Completed ones, oldest first.'),
    scenarios: z
      .array(
        z.object({
          scenario_id: z.string(),
          name: z.string(),
          cells: z
            .array(HistoryCell.nullable())
            .describe('One for each of `runs`; null where it was not played or not scored.'),
        }),
      )
      .describe(
        'Those of the last run: what regressed in it comes first, then what improved, then the lowest.',
      ),
    total_scenarios: z.int().describe('How many the last run has.'),
  })
  .meta({ id: 'TestHistory' });
export type TestHistory = z.infer<typeof TestHistory>;
