import type { SqlExecutor } from '../../db/connection/sql.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import { listTurns } from '../../db/turns/list-turns.ts';
import type { Run } from '../../entities/run.ts';
import type { StoredTurn } from '../../entities/turn.ts';
import { NO_JUDGEMENTS } from './judgement-store.ts';
import { embedReplies, type CompareReplies, type ReplyPair } from './embed-replies.ts';
import type { GradingContext, UngradedTurn } from './grade-turn.ts';
import type { GradingModels } from './grading-models.ts';
import type { ScoreReplies, TurnInAttempt } from './own-scorers/score-replies.ts';

interface ReadServices {
  readonly tx: SqlExecutor;
  readonly models: Pick<GradingModels, 'embed' | 'embeddingsFloor'>;
}

interface ReadOptions {
  /** Turns of an earlier revision are not graded yet. */
  readonly revision: number;
  readonly signal: AbortSignal;
  readonly scoreOwn: ScoreReplies;
}

/** Reads a run page by page and yields every turn that is not graded yet. */
export async function* readUngraded(
  { tx, models }: ReadServices,
  { run, store, graders }: GradingContext,
  { revision, signal, scoreOwn }: ReadOptions,
): AsyncGenerator<UngradedTurn> {
  const compare = createComparison(tx, run, models);
  const hasGraders =
    graders.judges.length + graders.checksJudges.length > 0 || graders.annotator !== undefined;
  let attempt: readonly StoredTurn[] = [];
  for await (const page of listTurns(tx, run.id)) {
    const ungraded = page.filter((turn) => turn.revision < revision);
    const [first, last] = [ungraded[0], ungraded.at(-1)];
    const known = first && last && hasGraders ? await store.load(first, last) : NO_JUDGEMENTS;
    const semantic = await compare(listPairs(run, ungraded), signal);
    const turns: TurnInAttempt[] = [];
    for (const turn of page) {
      if (!isSameAttempt(turn, attempt[0])) attempt = [];
      if (turn.revision < revision) turns.push({ turn, before: attempt });
      attempt = [...attempt, turn];
    }
    const own = await scoreOwn(turns, signal);
    for (const { turn, before } of turns) {
      yield { turn, before, known, semantic: semantic.get(turn), own: own.get(turn) };
    }
  }
}

function createComparison(
  tx: SqlExecutor,
  { id, plan }: Run,
  { embed, embeddingsFloor: floor }: ReadServices['models'],
): CompareReplies {
  const model = plan.grading?.embeddings;
  if (model === undefined) return () => Promise.resolve(new Map());
  return embedReplies({ tx, embed, run: { runId: id, model }, floor });
}

/** The replies that have a reference, each with its reference. */
function listPairs({ plan }: Run, turns: readonly StoredTurn[]): readonly ReplyPair[] {
  return turns.flatMap((turn) => {
    const interaction = plan.scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
    const reference = interaction?.reference_reply ?? '';
    return turn.outcome === 'answered' && reference !== '' ? [{ turn, reference }] : [];
  });
}
