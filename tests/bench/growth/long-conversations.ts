import { median } from '../figures.ts';
import { startDatabase, startScript, startService } from '../processes.ts';
import { createCaller } from './call-service.ts';

/** CPU time of the service per turn, by length of the conversations. */
export interface ConversationCosts {
  readonly short: number;
  readonly long: number;
  readonly ratio: number;
}

const SHORT_TURNS = 4;
const LONG_TURNS = 100;
/** Turns per run. */
const TURNS = 2000;
const ROUNDS = 3;

/**
 * Compares the same number of labelled turns in conversations of 4 and of 100 turns, with every scorer that needs no
 * model.
 */
export async function measureLongConversations(): Promise<ConversationCosts> {
  await using database = await startDatabase({ fsync: 'off' });
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    MAX_ATTEMPTS: String(TURNS / SHORT_TURNS),
  });
  await using endpoint = await startScript('endpoint.ts', '0');
  const call = createCaller(evals.url);
  const url = `http://127.0.0.1:${endpoint.printed}/v1/chat/completions`;
  const measure = async (turns: number): Promise<number> => {
    const before = evals.cpuMs();
    await call({ method: 'POST', path: '/evaluate', body: toRun(url, turns) });
    return (evals.cpuMs() - before) / TURNS;
  };
  for (const turns of [SHORT_TURNS, LONG_TURNS]) await measure(turns); // warm-up
  const rounds: { readonly short: number; readonly long: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ short: await measure(SHORT_TURNS), long: await measure(LONG_TURNS) });
  }
  return {
    short: median(rounds.map(({ short }) => short)),
    long: median(rounds.map(({ long }) => long)),
    ratio: median(rounds.map(({ short, long }) => long / short)),
  };
}

function toRun(endpoint: string, turns: number): object {
  return {
    test_batch: {
      interactions: Array.from({ length: turns }, (_, turn) => ({
        user_message: `How long does step ${turn} take?`,
        reference_reply: referenceOf(turn),
        reference_metadata: { intent: `step_${turn}`, sentiment: 'neutral' },
      })),
    },
    endpoint,
    model_id: 'm',
    attempts: TURNS / turns,
    concurrency: 16,
  };
}

/** About 50 words, different for each turn. */
function referenceOf(turn: number): string {
  const sentences = Array.from(
    { length: 4 },
    (_, no) =>
      `Part ${no + 1} of step ${turn} takes ${turn + no} working days, so all will be well by day ${turn * 3 + no}.`,
  );
  return sentences.join(' ');
}
