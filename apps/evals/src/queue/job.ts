import { RunId } from '@assay/contracts';
import { z } from 'zod';

/** A lane plays attempts of its run, one after the other; a finish job writes the summary. */
export const JobData = z.object({ kind: z.enum(['lane', 'finish']), runId: RunId });
export type JobData = z.infer<typeof JobData>;

export interface Job extends JobData {
  readonly id: string;
  /** How often it was taken over from somebody who fell silent, or gave it back. */
  readonly retryCount: number;
}
