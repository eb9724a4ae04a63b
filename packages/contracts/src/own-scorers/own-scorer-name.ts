import { z } from 'zod';
import { SCORER_NAMES } from '../shared/scorer-names.ts';

const PATTERN = /^[a-z0-9-]{1,32}$/;
/** Gates read these words as latencies and as pass rates. */
const GATE_WORDS = /^(?:latency|pass)/;

/** Names that mean something else: scorers, a weight, and a property of every JavaScript object. */
const RESERVED: ReadonlySet<string> = new Set([...SCORER_NAMES, 'similarity', 'constructor']);

/** The name of a scorer that the operator runs, and of its metric. */
export const OwnScorerName = z
  .string()
  .regex(PATTERN, { error: 'must have 1 to 32 of the characters a-z, 0-9 and -', abort: true })
  .refine((name) => !RESERVED.has(name), 'is the name of a metric of Fairtrial')
  .refine((name) => !GATE_WORDS.test(name), "must not begin with 'latency' or 'pass'");
