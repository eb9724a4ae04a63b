/**
 * Runs tests on one PostgreSQL and the current build.
 *   npm test                         unit tests and the tests of the specification
 *   npm test -- services console     these groups
 *   npm test -- tests/cli/run.test.ts
 *   npm test -- chaos --short        a program that prints its own result: attacks, fuzz, chaos or truth
 *   npm test -- --changed            types, lint and the tests that import what changed since the merge base
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packagesOf } from '../scripts/build/packages-of.ts';
import { endTests, prepareTests } from './support/services/start-postgres.ts';
import { listChanged, listTests, readImports, usesBuild } from './changed.ts';

interface Group {
  readonly files: readonly string[];
  /** Runs all files in so many processes, instead of each file in its own. */
  readonly processes?: number;
  /** How many files run at once. */
  readonly atOnce?: number;
  readonly timeoutS?: number;
}

const GROUPS: Readonly<Record<string, Group>> = {
  units: {
    files: [
      '{packages,apps}/*/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'tests/chaos/**/*.test.ts',
      'tests/bench/**/*.test.ts',
    ],
    processes: 2,
    timeoutS: 120,
  },
  spec: { files: ['tests/contract/*/{spec,decisions}.test.ts'], atOnce: 4 },
  services: { files: ['tests/{contract,security}/**/!(spec|decisions).test.ts'], atOnce: 4 },
  tools: { files: ['tests/{cli,docs,integrations}/**/*.test.ts'], atOnce: 3 },
  clients: { files: ['tests/clients/*.test.ts'], atOnce: 2 },
  console: { files: ['tests/console/*.test.ts'], atOnce: 3 },
  situations: { files: ['tests/situations/*.test.ts'] },
  slow: { files: ['tests/{slow,truth}/*.test.ts'], atOnce: 2 },
  nightly: { files: ['tests/nightly/*.test.ts'], atOnce: 1, timeoutS: 1500 },
  /** What depends most on the version of PostgreSQL. */
  database: {
    files: [
      'apps/evals/src/db/**/*.test.ts',
      'tests/contract/evals/{spec,async}.test.ts',
      'tests/contract/runs/*.test.ts',
      'tests/slow/runs-{crash,sharing}.test.ts',
    ],
    atOnce: 2,
  },
  image: {
    files: [
      'tests/image/*.test.ts',
      'tests/contract/{agent,evals}/{spec,decisions,operations}.test.ts',
      'tests/contract/services/drain.test.ts',
    ],
    atOnce: 3,
  },
};

/** What runs long and takes arguments of its own. */
const PROGRAMS: Readonly<Record<string, string>> = {
  attacks: 'tests/security/run-attacks.ts',
  fuzz: 'tests/security/run-fuzz.ts',
  chaos: 'tests/chaos/run.ts',
  truth: 'tests/truth/run.ts',
};

/** Tests reach them through the build, which imports do not show. */
const SERVICES = /^(?:apps\/(?:agent|evals|simulator)|packages)\//;

async function testNamed(named: readonly string[]): Promise<number> {
  const names = named.length > 0 ? named : ['units', 'spec'];
  const files = names.filter((name) => !(name in GROUPS));
  const unknown = files.find((name) => globSync(name).length === 0);
  if (unknown !== undefined) {
    console.error(
      `'${unknown}' is neither a group (${[...Object.keys(GROUPS), ...Object.keys(PROGRAMS)].join(', ')}) nor a file`,
    );
    return 2;
  }
  const groups = names.flatMap((name) => GROUPS[name] ?? []);
  // A person who names files waits for them; some take minutes.
  return runGroups(files.length > 0 ? [...groups, { files, timeoutS: 1500 }] : groups);
}

/** Checks the types, the changed files and the tests that load one of them. */
async function testChanged(): Promise<number> {
  const changed = listChanged();
  if (changed === undefined) {
    console.error('there is no merge base with the main branch: running everything');
    return run('npm', ['run', 'check']);
  }
  const sources = changed.filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  const inConsole = ['apps/console', ...packagesOf('.', 'apps/console')];
  const isConsole = sources.some((file) => inConsole.some((one) => file.startsWith(`${one}/`)));
  const imports = readImports('.');
  const tests = listTests().filter((test) =>
    sources.some((file) => imports.reachedFrom(test).has(file)),
  );
  console.log(`${sources.length} changed sources, ${tests.length} tests load one of them`);
  const others = changed.filter((file) => !sources.includes(file));
  if (others.length > 0)
    console.log(`not sources, so npm run check tests them: ${others.join(', ')}`);
  if (sources.some((file) => SERVICES.test(file)))
    console.log('for what changed in the services, run npm test -- spec services');
  const codes = await Promise.all([
    runAll([
      ['tsc', []],
      ...(isConsole ? [['tsc', ['-p', 'apps/console']] as const] : []),
      ...(sources.length > 0 ? [['oxlint', ['--deny-warnings', ...sources]] as const] : []),
    ]),
    tests.length === 0
      ? 0
      : runGroups(
          [
            { files: tests.filter((test) => !test.startsWith('tests/')), processes: 2 },
            { files: tests.filter((test) => test.startsWith('tests/')), atOnce: 2 },
          ].filter(({ files }) => files.length > 0),
          { together: true, isBuilt: tests.some((test) => usesBuild(test, imports)) },
        ),
  ]);
  return codes.find((code) => code !== 0) ?? 0;
}

async function runAll(
  commands: readonly (readonly [string, readonly string[]])[],
): Promise<number> {
  for (const [command, args] of commands) {
    const code = await run(command, args);
    if (code !== 0) return code;
  }
  return 0;
}

/** Returns the exit code: the first that is not 0. */
async function runGroups(
  groups: readonly Group[],
  { together = false, isBuilt = true } = {},
): Promise<number> {
  // The tests get Ctrl-C too. PostgreSQL is stopped once they have ended.
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopped = true;
      for (const child of children) child.kill(signal);
    });
  await prepareTests({ isBuilt });
  try {
    const codes: number[] = [];
    if (together) codes.push(...(await Promise.all(groups.map(runGroup))));
    else for (const group of groups) codes.push(isStopped ? 1 : await runGroup(group));
    return codes.find((code) => code !== 0) ?? 0;
  } finally {
    await endTests();
  }
}

async function runGroup({ files, processes, atOnce = 4, timeoutS = 240 }: Group): Promise<number> {
  const flags = [
    '--import',
    './scripts/load-tsx.ts',
    '--test',
    `--test-timeout=${timeoutS * 1000}`,
  ];
  const found = globSync([...files]);
  if (found.length === 0) throw new Error(`no test has a name like ${files.join(', ')}`);
  if (processes === undefined) return runNode([...flags, `--test-concurrency=${atOnce}`, ...found]);
  const parts = share(found, processes);
  const codes = await Promise.all(
    parts.map((part) => runNode([...flags, '--test-isolation=none', 'tests/load-files.ts'], part)),
  );
  return codes.find((code) => code !== 0) ?? 0;
}

const sizeOf = (file: string): number => statSync(file).size;

/** Deals out the files by size, so that each part takes about as long. */
function share(files: readonly string[], count: number): readonly (readonly string[])[] {
  const parts = Array.from({ length: count }, () => ({ size: 0, files: [] as string[] }));
  for (const file of files.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const [smallest] = parts.toSorted((a, b) => a.size - b.size);
    smallest?.files.push(file);
    if (smallest) smallest.size += sizeOf(file);
  }
  return parts.map((part) => part.files.toSorted()).filter((part) => part.length > 0);
}

function runNode(args: readonly string[], files: readonly string[] = []): Promise<number> {
  return run(process.execPath, args, { ...process.env, TEST_FILES: files.join('\n') });
}

const children = new Set<ChildProcess>();

async function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  children.add(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  children.delete(child);
  return code ?? 1;
}

const [name = '', ...rest] = process.argv.slice(2);
const program = PROGRAMS[name];
process.exitCode = await (program === undefined ? runTests() : runProgram(program, rest));

/** Passes signals on, and returns the exit code. */
function runProgram(file: string, args: readonly string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  return run(process.execPath, [file, ...args]);
}

function runTests(): Promise<number> {
  const { values: options, positionals } = parseArgs({
    options: { changed: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  return options.changed ? testChanged() : testNamed(positionals);
}
