import { TestBatch } from '@fairtrial/contracts';
import { basename, extname, relative } from 'node:path';
import { z } from 'zod';
import { CliError, EXIT } from '../command/exit-code.ts';
import { describeIssues, parseYaml } from '../settings/parse-yaml.ts';
import { readTextFile } from '../settings/files.ts';

/** The content of a batch file; options and the configuration file override it. */
export interface BatchFile {
  readonly file: string;
  readonly name: string;
  readonly scenarios: readonly TestBatch[];
  readonly endpoint?: string | undefined;
  readonly model_id?: string | undefined;
  readonly attempts?: number | undefined;
  /** Every other field of a request: system prompt, protocol, gates and so on. */
  readonly rest: Readonly<Record<string, unknown>>;
}

const WholeRequest = z.looseObject({
  test_batch: z.union([TestBatch, z.array(TestBatch).min(1)]),
  test_name: z.string().nullish(),
  endpoint: z.string().nullish(),
  model_id: z.string().nullish(),
  attempts: z.int().min(1).nullish(),
});

const OnlyBatch = WholeRequest.shape.test_batch.transform(
  (test_batch): z.infer<typeof WholeRequest> => ({ test_batch }),
);

/** Reads batch files in order. Errors have their paths relative to the folder. */
export async function readBatchFiles(
  folder: string,
  paths: readonly string[],
): Promise<readonly BatchFile[]> {
  const files: BatchFile[] = [];
  for (const path of paths) files.push(await readBatchFile(relative(folder, path)));
  return files;
}

/** Reads a whole request, or only its batch (one scenario or a list of them), in JSON or YAML. */
export async function readBatchFile(file: string): Promise<BatchFile> {
  const text = await readTextFile('', file);
  const content = parse(file, text);
  const isWhole = typeof content === 'object' && content !== null && 'test_batch' in content;
  const schema = isWhole ? WholeRequest : OnlyBatch;
  const parsed = schema.safeParse(content, { reportInput: true });
  if (!parsed.success) throw new CliError(EXIT.usage, describeIssues({ file, text }, parsed.error));
  const { test_batch, test_name, endpoint, model_id, attempts, ...rest } = parsed.data;
  const name = test_name ?? basename(file, extname(file));
  return {
    file,
    name,
    // A list is kept as it is, because `fairtrial datasets pull` writes one, and `push` must find it equal.
    scenarios: Array.isArray(test_batch)
      ? test_batch
      : [{ ...test_batch, name: test_batch.name ?? name }],
    endpoint: endpoint ?? undefined,
    model_id: model_id ?? undefined,
    attempts: attempts ?? undefined,
    rest: Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null)),
  };
}

/** JSON is also YAML, and the YAML parser names the line of an error. */
function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parseYaml(file, text);
  }
}
