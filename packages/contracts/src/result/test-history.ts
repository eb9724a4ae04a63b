import { z } from 'zod';
import { RunHead } from './run-view.ts';

/** One scenario in one run. */
const HistoryCell = z
  .object({
    mean: z.number().describe('Mean of `overall`.'),
    change: z
      .enum(['regressed', 'improved'])
      .nullable()
      .describe(
        'Significant change compared with all attempts of the runs since the pinned baseline (without a pin: of the earlier runs in this list), after Holm’s correction over the scenarios. Runs with failed requests are not used as a reference.',
      ),
  })
  .meta({ id: 'HistoryCell' });

/** The latest runs of one test by scenario. */
export const TestHistory = z
  .object({
    test_name: z.string(),
    runs: z.array(RunHead).describe('Completed runs, oldest first.'),
    scenarios: z
      .array(
        z.object({
          scenario_id: z.string(),
          name: z.string(),
          cells: z
            .array(HistoryCell.nullable())
            .describe(
              'One cell per run in `runs`; `null` if the scenario was not executed or not scored.',
            ),
        }),
      )
      .describe(
        'Scenarios of the latest run: regressed ones first, then improved ones, then by ascending mean.',
      ),
    total_scenarios: z.int().describe('Number of scenarios of the latest run.'),
  })
  .meta({ id: 'TestHistory' });
export type TestHistory = z.infer<typeof TestHistory>;
