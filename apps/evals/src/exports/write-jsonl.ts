import type { InteractionView } from '@fairtrial/contracts';
import { interactionAt } from '../entities/run.ts';
import { groupAttempts } from '../db/turns/group-attempts.ts';
import { showsCalls, toConversation, toInteraction } from '../runs/read/to-interaction.ts';
import { createConversationReader, type RunResult } from '../runs/read/run-result.ts';

/** One line per interaction, in the format of `GET /runs/{run_id}/turns/…`. */
export async function* writeJsonl(source: RunResult): AsyncGenerator<string> {
  const { run, turns } = source;
  const readConversation = createConversationReader(source.conversations);
  // The last line of an attempt lists the tool calls of all its turns, if a check of the conversation reads them.
  const pages = run.plan.scenarios.some(showsCalls) ? groupAttempts(turns) : turns;
  for await (const page of pages) {
    let lines = '';
    for (const turn of page) {
      const scenario = run.plan.scenarios[turn.scenarioNo];
      const interaction = scenario && interactionAt(scenario, turn);
      if (scenario === undefined || interaction === undefined) continue;
      const position = {
        scenario: turn.scenarioNo,
        attempt: turn.attemptNo,
        turn: turn.turnNo,
        scenario_id: scenario.id,
      };
      const score = await readConversation(turn.scenarioNo, turn.attemptNo);
      const played = showsCalls(scenario) && turn === page.at(-1) ? page : [];
      const conversation = score && toConversation(run.plan, score, played);
      // First for readability, and again last, because a caller's own field may have the same name.
      const line = {
        ...position,
        ...toInteraction(interaction, turn, run.plan),
        ...(conversation && { conversation }),
        ...position,
      };
      lines += `${JSON.stringify(line satisfies InteractionView)}\n`;
    }
    yield lines;
  }
}
