import type { Scores } from '@fairtrial/contracts';
import { hasSimulatedUser, type RunPlan } from '../../entities/run.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import type { TurnOrdinals } from '../../entities/turn.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';

/** A turn that knows whether its attempt counts. */
export interface Excludable {
  /** True if the attempt does not count because of its simulated user. */
  readonly isExcluded?: boolean;
}

interface ScoredRow extends TurnOrdinals {
  readonly scores: Scores;
  readonly passed: boolean | null;
}

type Pages<Row> = AsyncIterable<readonly (Row | ConversationRow)[]>;

/**
 * Marks the turns of attempts that do not count, and removes their scores: null, as if they were not scored, so they
 * leave the means and count in coverage and bounds. Rows must be in run order, each conversation after its turns.
 */
export function leaveOutExcluded<Row extends ScoredRow>(
  plan: Pick<RunPlan, 'scenarios'>,
  pages: Pages<Row>,
): Pages<Row & Excludable> {
  return hasSimulatedUser(plan) ? removeScores(markAttempts(pages)) : pages;
}

/** Marks the turns of attempts that do not count. */
export function markExcluded<Row extends TurnOrdinals>(
  plan: Pick<RunPlan, 'scenarios'>,
  pages: Pages<Row>,
): Pages<Row & Excludable> {
  return hasSimulatedUser(plan) ? markAttempts(pages) : pages;
}

/** Keeps the rows of the last attempt of a page until its conversation is known, which may be on the next page. */
async function* markAttempts<Row extends TurnOrdinals>(
  pages: Pages<Row>,
): AsyncGenerator<readonly ((Row & Excludable) | ConversationRow)[]> {
  let attempt: (Row | ConversationRow)[] = [];
  for await (const page of pages) {
    const complete: ((Row & Excludable) | ConversationRow)[] = [];
    for (const row of page) {
      if (!isSameAttempt(row, attempt[0])) complete.push(...markAttempt(attempt.splice(0)));
      attempt.push(row);
    }
    yield complete;
  }
  if (attempt.length > 0) yield markAttempt(attempt);
}

function markAttempt<Row extends TurnOrdinals>(
  rows: readonly (Row | ConversationRow)[],
): readonly ((Row & Excludable) | ConversationRow)[] {
  const isExcluded = rows.some((row) => isConversation(row) && row.excludedReason);
  return isExcluded
    ? rows.map((row) => (isConversation(row) ? row : { ...row, isExcluded }))
    : rows;
}

async function* removeScores<Row extends ScoredRow & Excludable>(
  pages: Pages<Row>,
): AsyncGenerator<readonly (Row | ConversationRow)[]> {
  for await (const page of pages) {
    yield page.map((row) =>
      !isConversation(row) && row.isExcluded === true
        ? { ...row, scores: removeAll(row.scores), passed: null }
        : row,
    );
  }
}

/** Whether a request was answered does not depend on what the user wrote. */
function removeAll(scores: Scores): Scores {
  return Object.fromEntries(
    Object.entries(scores).map(([metric, score]) => [metric, metric === 'answered' ? score : null]),
  );
}
