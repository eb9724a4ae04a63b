import { z } from 'zod';

const Score = z.number().min(0).max(1);

/** Per metric, in [0, 1], higher is better; null where it could not be scored or has nothing to compare. */
export const Scores = z.record(z.string(), Score.nullable()).meta({ id: 'Scores' });
export type Scores = z.infer<typeof Scores>;

/** Means: numbers only. A metric that cannot apply in the run is left out everywhere. */
export const AverageScores = z.record(z.string(), Score).meta({ id: 'AverageScores' });
export type AverageScores = z.infer<typeof AverageScores>;
