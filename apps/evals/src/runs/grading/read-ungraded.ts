import { listTurns } from '../../db/turns/list-turns.ts';
import type { Run } from '../../db/runs/run.ts';
import type { StoredTurn } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';
import type { KnownJudgements } from './judgement-store.ts';
import { embedReplies, type Compare, type Pair } from './embed-replies.ts';
import type { GradingContext, UngradedTurn } from './grade-turn.ts';
import type { GradingModels } from './grading-models.ts';

interface Sources {
  readonly tx: Tx;
  readonly models: Pick<GradingModels, 'embed' | 'embeddingsFloor'>;
}

interface Wanted {
  /** Turns of an earlier one have no grades yet. */
  readonly revision: number;
  readonly signal: AbortSignal;
}

const NO_JUDGEMENTS: KnownJudgements = { find: () => undefined };

/** Every turn that has no grades yet, with what is known of it; the run is read page by page. */
export async function* readUngraded(
  { tx, models }: Sources,
  { run, store, graders }: GradingContext,
  { revision, signal }: Wanted,
): AsyncGenerator<UngradedTurn> {
  const compare = comparer(tx, run, models);
  const isAsked = graders.judges.length > 0 || graders.annotator !== undefined;
  let attempt: readonly StoredTurn[] = [];
  for await (const page of listTurns(tx, run.id)) {
    const todo = page.filter((turn) => turn.revision < revision);
    const [first, last] = [todo[0], todo.at(-1)];
    const known = first && last && isAsked ? await store.open(first, last) : NO_JUDGEMENTS;
    const semantic = await compare(pairsOf(run, todo), signal);
    for (const turn of page) {
      if (!isOfAttempt(turn, attempt)) attempt = [];
      if (turn.revision < revision) {
        yield { turn, before: attempt, known, semantic: semantic.get(turn) };
      }
      attempt = [...attempt, turn];
    }
  }
}

function isOfAttempt(turn: StoredTurn, [first]: readonly StoredTurn[]): boolean {
  return first?.scenarioNo === turn.scenarioNo && first.attemptNo === turn.attemptNo;
}

function comparer(
  tx: Tx,
  { plan }: Run,
  { embed, embeddingsFloor: floor }: Sources['models'],
): Compare {
  const model = plan.grading?.embeddings;
  if (model === undefined) return () => Promise.resolve(new Map());
  return embedReplies({ tx, embed, model, floor });
}

/** Replies that have a reference. */
function pairsOf({ plan }: Run, turns: readonly StoredTurn[]): readonly Pair[] {
  return turns.flatMap((turn) => {
    const interaction = plan.scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
    const reference = interaction?.reference_reply ?? '';
    return turn.outcome === 'answered' && reference !== '' ? [{ turn, reference }] : [];
  });
}
