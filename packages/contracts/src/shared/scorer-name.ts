import { z } from 'zod';
import { SCORER_NAMES } from './scorer-names.ts';

export const ScorerName = z.enum(SCORER_NAMES).meta({ id: 'ScorerName' });
export type ScorerName = z.infer<typeof ScorerName>;
