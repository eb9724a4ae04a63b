export interface Size {
  readonly conversations: number;
  readonly turns: number;
  readonly delayMs: number;
  readonly inFlight: number;
}

const FEW_SCORERS = ['exact_match', 'token_f1', 'metadata', 'answered'];

/** A run of the evaluation service. */
interface ServiceRun {
  readonly evals: string;
  readonly endpoint: string;
  /** Every scorer that needs no model, instead of a few. */
  readonly allScorers: boolean;
}

/** Plays the same conversations as a run of the evaluation service, from POST to summary. Returns seconds. */
export async function playRun(
  { evals, endpoint, allScorers }: ServiceRun,
  size: Size,
): Promise<number> {
  const started = performance.now();
  const accepted = await fetch(`${evals}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({
      test_batch: {
        interactions: Array.from({ length: size.turns }, (_, turn) => toInteraction(turn)),
      },
      endpoint,
      model_id: 'm',
      attempts: size.conversations,
      concurrency: size.inFlight,
      ...(allScorers ? {} : { scorers: FEW_SCORERS }),
    }),
  });
  const { run_id } = (await accepted.json()) as { run_id: string };
  const events = await fetch(`${evals}/runs/${run_id}/events`);
  for await (const _ of events.body ?? []); // the stream ends with the run
  const seconds = (performance.now() - started) / 1000;
  await checkRun(`${evals}/runs/${run_id}`, size);
  return seconds;
}

function toInteraction(turn: number): object {
  return {
    user_message: `How long does it take, question ${turn}?`,
    reference_reply: 'It takes five working days, and all will be well in the end.',
    reference_metadata: { intent: 'inform', sentiment: 'positive' },
  };
}

async function checkRun(url: string, size: Size): Promise<void> {
  const answer = await fetch(`${url}?interactions=false`);
  const run = (await answer.json()) as {
    state: string;
    turns: { finished: number };
    failed_turns: number;
  };
  const isWhole = run.turns.finished === size.conversations * size.turns && run.failed_turns === 0;
  if (run.state !== 'completed' || !isWhole)
    throw new Error(`not all went well: ${JSON.stringify(run)}`);
}
