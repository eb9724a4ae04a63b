import type { InteractionView } from '@assay/contracts';
import { toInteraction } from '../runs/read/to-interaction.ts';
import type { RunResult } from '../runs/read/run-result.ts';

/** One line per interaction, in the format of `GET /runs/{run_id}/turns/…`. */
export async function* writeJsonl({ run, turns }: RunResult): AsyncGenerator<string> {
  for await (const page of turns) {
    let lines = '';
    for (const turn of page) {
      const scenario = run.plan.scenarios[turn.scenarioNo];
      const interaction = scenario?.interactions[turn.turnNo];
      if (scenario === undefined || interaction === undefined) continue;
      const position = {
        scenario: turn.scenarioNo,
        attempt: turn.attemptNo,
        turn: turn.turnNo,
        scenario_id: scenario.id,
      };
      // First for readability, and again last, because a caller's own field may have the same name.
      const line = { ...position, ...toInteraction(interaction, turn), ...position };
      lines += `${JSON.stringify(line satisfies InteractionView)}\n`;
    }
    yield lines;
  }
}
