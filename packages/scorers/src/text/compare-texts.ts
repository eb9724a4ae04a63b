import { compareClauses } from '../clauses/compare-clauses.ts';
import type { Text } from './read-text.ts';
import { compareFacts, type FactComparison } from '../facts/compare-facts.ts';
import { findConflicts, findSwaps } from '../facts/find-conflicts.ts';

/** A contradiction between a reply and its reference. */
interface Contradiction {
  readonly flag: 'conflict' | 'swap' | 'negation_flip' | 'opposite';
  /** Human-readable: the statement of the reference and the statement of the reply. */
  readonly explanation: string;
}

/** Differences between a reply and its reference that can be detected without understanding the texts. */
export interface TextComparison {
  readonly facts: FactComparison;
  readonly contradictions: readonly Contradiction[];
}

export function compareTexts(reply: Text, reference: Text): TextComparison {
  const facts = compareFacts(reply.facts, reference.facts);
  const conflicts = findConflicts(facts, reply.facts, reference.facts);
  return {
    facts,
    contradictions: [
      ...conflicts.map(({ expected, said }) => explain('conflict', expected.text, said.text)),
      ...findSwaps(facts.pairs).map(([one, other]) =>
        explain(
          'swap',
          `${one.expected.text} … ${other.expected.text}`,
          `${other.said.text} … ${one.said.text}`,
        ),
      ),
      ...compareClauses(reply.clauses, reference.clauses).map(({ flag, expected, said }) =>
        explain(flag, `"${expected}"`, `"${said}"`),
      ),
    ],
  };
}

/** Removes the trailing full stop of "9 am." */
function trim(text: string): string {
  return text.trim().replace(/[.,]$/, '');
}

function explain(flag: Contradiction['flag'], expected: string, said: string): Contradiction {
  return { flag, explanation: `reference says ${trim(expected)}, reply says ${trim(said)}` };
}
