import { z } from 'zod';

/** What a run can be exported as. */
export const ExportFormat = z.enum(['json', 'jsonl', 'csv', 'junit', 'md']);
export type ExportFormat = z.infer<typeof ExportFormat>;
