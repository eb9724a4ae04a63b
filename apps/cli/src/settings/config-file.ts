import { Baseline, EvaluationRequest, Gate, Target, TargetName } from '@fairtrial/contracts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CliError, EXIT } from '../command/exit-code.ts';
import { describeFileError } from './files.ts';
import { describeIssues, parseYaml } from './parse-yaml.ts';

const { protocol, history, scorers, weights, parameters, system_prompt, pass_threshold } =
  EvaluationRequest.shape;
const { judge, budget, target, strict, dataset, filter } = EvaluationRequest.shape;

/**
 * The file contains the name of the variable with the secret, never the secret itself. Only `FAIRTRIAL_…` variables are
 * allowed: others can hold secrets of other programs, which a file from an untrusted checkout must not be able to send
 * anywhere.
 */
const SecretName = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]*$/, {
    abort: true,
    error: 'a secret does not belong in a file: write env:FAIRTRIAL_…, and set that variable',
  })
  .regex(
    /^env:FAIRTRIAL_/,
    'only variables whose name begins with FAIRTRIAL_ can be named in this file, so that it cannot send other secrets: rename the variable',
  );

/** The extension is required, so that the file cannot make a report overwrite a script or the settings of a program. */
const ReportFile = {
  junit: z.string().regex(/\.xml$/, 'must end in .xml'),
  md: z.string().regex(/\.md$/, 'must end in .md'),
  json: z.string().regex(/^-$|\.json$/, 'must end in .json, or be - for stdout'),
};

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** `fairtrial.config.yaml`: defaults for the options of the commands. */
export const ConfigFile = z
  .strictObject({
    $schema: z.string().optional(),
    server: HttpUrl.optional().describe('The evaluation service. Default: http://127.0.0.1:8080.'),
    agent: HttpUrl.optional().describe('The agent backend. Default: http://127.0.0.1:8000.'),
    api_key: SecretName.optional().describe(
      'The variable that holds the API key, as env:FAIRTRIAL_…. The key is sent only to a server that --server or FAIRTRIAL_SERVER names, or to the default one.',
    ),
    files: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        'The batches to run, relative to this file and below its folder; * and ** are wildcards.',
      ),
    dataset: dataset.describe(
      'A stored dataset to run instead of `files`: support, support@latest or support@7.',
    ),
    filter: filter.describe('Which scenarios of `dataset` to run. Default: all.'),
    endpoint: z.string().min(1).optional().describe('The endpoint under test.'),
    model: z.string().min(1).optional().describe('The model at that endpoint.'),
    name: z.string().min(1).optional().describe('The name of the run.'),
    attempts: z.int().min(1).optional().describe('How often each scenario is played.'),
    stop_early: z
      .boolean()
      .optional()
      .describe(
        'If true, a scenario is played no further once its comparison with the baseline is decided.',
      ),
    concurrency: z.int().min(1).optional().describe('Conversations in parallel.'),
    baseline: Baseline.optional().describe(
      'The run to compare with: latest (the newest run of this name that passed, on this branch, else on the default branch), pinned, or the id of a run.',
    ),
    against: z
      .string()
      .min(1)
      .optional()
      .describe('A second model at the endpoint, played at the same time and compared with.'),
    branch: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('The branch that is tested. Default: that of the build server or the checkout.'),
    gates: z.array(Gate).max(50).optional().describe('Conditions that the run must meet.'),
    tags: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('Tags of the run, to find it by.'),
    junit: ReportFile.junit.optional().describe('Where to write a JUnit report (.xml).'),
    md: ReportFile.md.optional().describe('Where to write a Markdown report (.md).'),
    html: z.string().min(1).optional().describe('The folder for an HTML report.'),
    json: ReportFile.json
      .optional()
      .describe('Where to write the result as JSON (.json); - is stdout.'),
    protocol,
    target: target.describe(
      'How to call the endpoint if its API is not a known one: an object, or a name of `targets` or of a stored target.',
    ),
    targets: z
      .record(TargetName, Target, {
        error: ({ code }) =>
          code === 'invalid_key'
            ? 'is not a name: use 1 to 64 characters from a-z, 0-9 and -'
            : undefined,
      })
      .optional()
      .describe('Targets by name, for `target` and --target.'),
    strict,
    history,
    system_prompt,
    parameters,
    scorers,
    weights,
    pass_threshold,
    judge,
    budget,
  })
  .meta({ title: 'Fairtrial', description: 'The configuration file of the command `fairtrial`.' });
export type ConfigFile = z.infer<typeof ConfigFile>;

/** The JSON Schema with which editors check fairtrial.config.yaml. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const CONFIG_NAMES = ['fairtrial.config.yaml', 'fairtrial.config.yml', 'fairtrial.config.json'];

interface FoundConfig {
  readonly file: string;
  readonly values: ConfigFile;
}

/** Reads the file given with `--config`, or the one in `cwd`; `undefined` if there is neither. */
export async function readConfigFile(
  cwd: string,
  named: string | undefined,
): Promise<FoundConfig | undefined> {
  const candidates =
    named === undefined ? CONFIG_NAMES.map((name) => join(cwd, name)) : [resolve(cwd, named)];
  for (const file of candidates) {
    const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' && named === undefined) return undefined;
      throw new CliError(EXIT.usage, `${named ?? file}: ${describeFileError(cause)}`, { cause });
    });
    if (text !== undefined) return { file, values: parseConfig(text, named ?? file) };
  }
  return undefined;
}

function parseConfig(text: string, file: string): ConfigFile {
  const parsed = ConfigFile.safeParse(parseYaml(file, text) ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new CliError(EXIT.usage, describeIssues({ file, text }, parsed.error));
}
