import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface ActionRun {
  /** The checkout of the project that uses the action. */
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The variables that GitHub sets for every step. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ActionEnd {
  readonly code: number;
  readonly output: string;
  readonly summary: string;
}

const PATH = 'integrations/github';

export async function readAction(): Promise<Action> {
  return parse(await readFile(join(PATH, 'action.yml'), 'utf8')) as Action;
}

/** Runs the steps of the composite action in order and stops after the first one that fails, as GitHub does. */
export async function runAction({ folder, inputs, env }: ActionRun): Promise<ActionEnd> {
  const action = await readAction();
  const [outputs, summary] = [join(folder, '.outputs'), join(folder, '.summary')];
  await writeFile(summary, '');
  const values = new Map<string, string>([['github.action_path', resolve(PATH)]]);
  values.set('github.token', env['GITHUB_TOKEN'] ?? '');
  for (const [name, { default: usual = '' }] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, inputs[name] ?? fillIn(usual, values));
  let output = '';
  let code = 0;
  for (const step of action.runs.steps) {
    await writeFile(outputs, '');
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, fillIn(text, values)]);
    const ended = await runShell(step.run, folder, {
      ...env,
      GITHUB_TOKEN: '', // a step gets the token only if the action passes it
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(own),
    });
    output += ended.output;
    code = ended.code;
    if (code !== 0) break;
    for (const line of (await readFile(outputs, 'utf8')).split('\n')) {
      const [key = '', value = ''] = line.split('=');
      if (key !== '') values.set(`steps.${step.id}.outputs.${key}`, value);
    }
  }
  await rm(outputs);
  return { code, output, summary: await readFile(summary, 'utf8') };
}

function fillIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the action asks for ${name}`);
    return value;
  });
}

/** Runs a script as a code host does: bash stops at the first error. */
export async function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}
