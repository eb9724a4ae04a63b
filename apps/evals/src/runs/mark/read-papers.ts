import { listTurns } from '../../db/list-turns.ts';
import type { Run } from '../../db/run.ts';
import type { StoredTurn } from '../../db/turn.ts';
import type { Tx } from '../../db/tx.ts';
import type { Pages } from './create-book.ts';
import { embedReplies, type Compare, type Pair } from './embed-replies.ts';
import type { Desk, Paper } from './mark-turn.ts';
import type { MarkingModels } from './marking-models.ts';

interface Sources {
  readonly tx: Tx;
  readonly models: Pick<MarkingModels, 'embed' | 'embeddingsFloor'>;
}

interface Wanted {
  /** Turns of an earlier one have no marks yet. */
  readonly revision: number;
  readonly signal: AbortSignal;
}

const NO_PAGES: Pages = { find: () => undefined };

/** Every turn that has no marks yet, with what is known of it; the run is read page by page. */
export async function* readPapers(
  { tx, models }: Sources,
  { run, book, examiners }: Desk,
  { revision, signal }: Wanted,
): AsyncGenerator<Paper> {
  const compare = comparer(tx, run, models);
  const isAsked = examiners.judges.length > 0 || examiners.annotator !== undefined;
  let attempt: readonly StoredTurn[] = [];
  for await (const page of listTurns(tx, run.id)) {
    const todo = page.filter((turn) => turn.revision < revision);
    const [first, last] = [todo[0], todo.at(-1)];
    const pages = first && last && isAsked ? await book.open(first, last) : NO_PAGES;
    const semantic = await compare(pairsOf(run, todo), signal);
    for (const turn of page) {
      if (!isOfAttempt(turn, attempt)) attempt = [];
      if (turn.revision < revision) {
        yield { turn, before: attempt, pages, semantic: semantic.get(turn) };
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
  const model = plan.marking?.embeddings;
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
