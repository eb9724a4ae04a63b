import { z } from 'zod';
import { TestBatch } from '../scenarios/test-batch.ts';
import { boundedName, boundedRecord, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';

export const ImportFormat = z.enum([
  'fairtrial',
  'promptfoo',
  'openai-evals',
  'langfuse',
  'langsmith',
  'jsonl',
  'csv',
]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** What a column of a CSV file becomes. `metadata`: an expected label with the name of the column. */
export const ColumnUse = z.enum([
  'user_message',
  'reference_reply',
  'scenario',
  'id',
  'interaction_type',
  'tags',
  'metadata',
  'ignored',
]);
export type ColumnUse = z.infer<typeof ColumnUse>;

/** The body of `POST /import`: a file with tests of another tool. Nothing is stored. */
export const ImportRequest = z
  .object({
    file: boundedName(1).describe('The name of the file. It is used to detect the format.'),
    text: boundedText(INPUT_LIMITS.string_chars),
    format: orAbsent(ImportFormat.describe('Default: detected.')),
    columns: orAbsent(
      boundedRecord(200)
        .pipe(z.record(z.string(), ColumnUse))
        .describe('CSV: the use of each column.'),
    ),
  })
  .meta({ id: 'ImportRequest' });
export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportResult = z
  .object({
    format: ImportFormat,
    scenarios: z.array(TestBatch),
    system_prompt: z.string().nullable().describe('Set it in the run: scenarios have none.'),
    lost: z
      .array(z.object({ field: z.string(), count: z.int(), why: z.string() }))
      .describe('Everything that could not be carried over, by field.'),
    notes: z.array(z.string()).describe('Other remarks.'),
    columns: z
      .array(z.object({ name: z.string(), use: ColumnUse, example: z.string() }))
      .describe('CSV: the columns of the file and their use. Empty for other formats.'),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;
