import type { InteractionView } from '@assay/contracts';
import { toConversation, toInteraction } from '../runs/read/to-interaction.ts';
import { createConversationReader, type RunResult } from '../runs/read/run-result.ts';

/** One line per interaction, in the format of `GET /runs/{run_id}/turns/…`. */
export async function* writeJsonl(source: RunResult): AsyncGenerator<string> {
  const { run, turns } = source;
  const readConversation = createConversationReader(source.conversations);
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
      const score = await readConversation(turn.scenarioNo, turn.attemptNo);
      const conversation = score && { conversation: toConversation(scenario, score) };
      // First for readability, and again last, because a caller's own field may have the same name.
      const line = {
        ...position,
        ...toInteraction(interaction, turn),
        ...conversation,
        ...position,
      };
      lines += `${JSON.stringify(line satisfies InteractionView)}\n`;
    }
    yield lines;
  }
}
