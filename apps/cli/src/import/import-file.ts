import type { Batch } from '../batch/to-batch.ts';
import { fromCsv } from './from-csv.ts';
import { fromOpenAiEvals } from './from-openai-evals.ts';
import { fromPromptfoo } from './from-promptfoo.ts';
import type { Source } from './source.ts';

type Reader = (source: Source) => Batch | Promise<Batch>;

const READERS = {
  promptfoo: fromPromptfoo,
  'openai-evals': fromOpenAiEvals,
  csv: fromCsv,
} satisfies Readonly<Record<string, Reader>>;

export type ImportFormat = keyof typeof READERS;
export const IMPORT_FORMATS = Object.keys(READERS) as readonly ImportFormat[];

/** A file of another tool as scenarios. */
export async function importFile(source: Source, format?: ImportFormat): Promise<Batch> {
  return READERS[format ?? detectFormat(source)](source);
}

/** By how it ends, and by what no other has. */
function detectFormat({ file, text }: Pick<Source, 'file' | 'text'>): ImportFormat {
  const [head = ''] = text.split('\n', 1);
  if (/\.(?:csv|tsv)$/i.test(file))
    return /(?:^|[,;\t])"?__expected/.test(head) ? 'promptfoo' : 'csv';
  if (!/\.jsonl$/i.test(file)) return 'promptfoo';
  return /"(?:input|messages)"\s*:/.test(head) ? 'openai-evals' : 'promptfoo';
}
