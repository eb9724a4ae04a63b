import type { ConvertedBatch } from '../batch/conversations-to-batch.ts';
import { fromCsv } from './from-csv.ts';
import { fromOpenAiEvals } from './from-openai-evals.ts';
import { fromPromptfoo } from './from-promptfoo.ts';
import type { SourceFile } from './source-file.ts';

type Reader = (source: SourceFile) => ConvertedBatch | Promise<ConvertedBatch>;

const READERS = {
  promptfoo: fromPromptfoo,
  'openai-evals': fromOpenAiEvals,
  csv: fromCsv,
} satisfies Readonly<Record<string, Reader>>;

export type ImportFormat = keyof typeof READERS;
export const IMPORT_FORMATS = Object.keys(READERS) as readonly ImportFormat[];

/** Converts a file of another tool; detects the format if none is given. */
export async function importFile(
  source: SourceFile,
  format?: ImportFormat,
): Promise<ConvertedBatch> {
  return READERS[format ?? detectFormat(source)](source);
}

/** Detects the format by the file name and by a field or column that only one format has. */
function detectFormat({ file, text }: Pick<SourceFile, 'file' | 'text'>): ImportFormat {
  const [head = ''] = text.split('\n', 1);
  if (/\.(?:csv|tsv)$/i.test(file))
    return /(?:^|[,;\t])"?__expected/.test(head) ? 'promptfoo' : 'csv';
  if (!/\.jsonl$/i.test(file)) {
    return /"testing_criteria"\s*:/.test(text) ? 'openai-evals' : 'promptfoo';
  }
  return /"(?:input|messages)"\s*:/.test(head) ? 'openai-evals' : 'promptfoo';
}
