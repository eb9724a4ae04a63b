import { TestBatch } from '@assay/contracts';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { CliError, EXIT } from '../command/exit-code.ts';
import { describeIssues } from '../settings/describe-issues.ts';
import { parseYaml } from '../settings/parse-yaml.ts';
import { readTextFile } from '../settings/read-text-file.ts';

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

/** Reads a whole request, or only its batch (one scenario or a list of them), in JSON or YAML. */
export async function readBatchFile(file: string): Promise<BatchFile> {
  const content = parse(file, await readTextFile('', file));
  const isWhole = typeof content === 'object' && content !== null && 'test_batch' in content;
  const parsed = WholeRequest.safeParse(isWhole ? content : { test_batch: content });
  if (!parsed.success)
    throw new CliError(EXIT.usage, describeBatchIssues(file, isWhole, parsed.error));
  const { test_batch, test_name, endpoint, model_id, attempts, ...rest } = parsed.data;
  const name = test_name ?? basename(file, extname(file));
  const scenarios = [test_batch].flat();
  return {
    file,
    name,
    scenarios:
      scenarios.length === 1
        ? scenarios.map((one) => ({ ...one, name: one.name ?? name }))
        : scenarios,
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

/** For a union zod reports only that no member fits: show the errors of the closest member. */
function describeBatchIssues(file: string, isWhole: boolean, error: z.ZodError): string {
  const issues = error.issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const closest = issue.errors.toSorted((a, b) => maxDepth(b) - maxDepth(a))[0] ?? [];
    return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
  const shown = isWhole ? issues : issues.map((one) => ({ ...one, path: one.path.slice(1) }));
  return describeIssues(file, shown);
}

function maxDepth(issues: readonly { readonly path: readonly PropertyKey[] }[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length));
}
