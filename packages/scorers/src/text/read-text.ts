import type { Fact } from '../facts/fact.ts';
import { readFacts } from '../facts/read-facts.ts';
import { isNegated } from '../facts/is-negated.ts';
import { lettersOf } from './letters-of.ts';
import { normalise } from './normalise.ts';
import { placesOf, type Places } from './places-of.ts';
import { tokenise } from './tokenise.ts';

/**
 * How much of a text is compared, in UTF-16 units: some scorers take the square of the length, and a
 * reply may be 1 MiB. This much costs the slowest of them some 50 ms, and is three times a long reply.
 */
export const COMPARED = 10_000;

/** A text and what scorers derive from it, each thing at most once and only when it is asked for. */
export interface Text {
  /** The whole of it, which `exact_match` alone compares. */
  readonly whole: string;
  /** Whether only the beginning is compared. */
  readonly isCut: boolean;
  readonly norm: string;
  readonly tokens: readonly string[];
  readonly places: Places;
  /** Code points without spaces. */
  readonly letters: Int32Array;
  readonly facts: readonly Fact[];
  readonly isNegated: boolean;
}

export function readText(whole: string): Text {
  const isCut = whole.length > COMPARED;
  const head = isCut ? headOf(whole) : whole;
  // One character can become eighteen.
  const norm = once(() => headOf(normalise(head)));
  const tokens = once(() => tokenise(norm()));
  const places = once(() => placesOf(tokens()));
  const letters = once(() => lettersOf(norm()));
  const facts = once(() => readFacts(head));
  const negated = once(() => isNegated(tokens()));
  return {
    whole,
    isCut,
    get norm() {
      return norm();
    },
    get tokens() {
      return tokens();
    },
    get places() {
      return places();
    },
    get letters() {
      return letters();
    },
    get facts() {
      return facts();
    },
    get isNegated() {
      return negated();
    },
  };
}

/** Never half a surrogate pair. */
function headOf(text: string): string {
  if (text.length <= COMPARED) return text;
  const isSplit = (text.codePointAt(COMPARED - 1) ?? 0) > 0xffff;
  return text.slice(0, isSplit ? COMPARED - 1 : COMPARED).trimEnd();
}

function once<T>(derive: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: derive() }).value;
}
