/** The files that GitHub reads: workflows and the configuration of Dependabot. */
import type * as Parser from '@actions/workflow-parser';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly stage: readonly string[] } };
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface NpmUpdate {
  readonly 'package-ecosystem': string;
  readonly directories: readonly string[];
  readonly groups: Readonly<Record<string, { readonly patterns: readonly string[] }>>;
}

/** GitHub's parser imports a JSON file without the import attribute that Node requires. */
async function loadParser(): Promise<typeof Parser> {
  const hooks = registerHooks({
    load: (url, context, nextLoad) =>
      nextLoad(
        url,
        url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context,
      ),
  });
  try {
    return await import('@actions/workflow-parser');
  } finally {
    hooks.deregister();
  }
}

/** Jobs that need more than to read the repository. */
const WRITE_PERMISSIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'release.yml: publish': { contents: 'write', 'id-token': 'write', attestations: 'write' },
};

/** Not `pull_request_target` and the like, which give the code of a pull request more than read access. */
const TRIGGERS: ReadonlySet<string> = new Set([
  'push',
  'pull_request',
  'schedule',
  'workflow_dispatch',
  'workflow_call',
]);

const workflows = globSync('.github/workflows/*.{yml,yaml}').map((path) => {
  const content = readFileSync(path, 'utf8');
  return { name: basename(path), content, workflow: parse(content) as Workflow };
});

const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ name: `${name}: ${id}`, job })),
);

const commands = jobs.flatMap(({ name, job }) =>
  job.steps.flatMap(({ run }) => (run === undefined ? [] : [{ name, run }])),
);

function read(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}

describe('GitHub workflows', () => {
  it('exist for CI, nightly tests and releases', () => {
    const names = workflows.map(({ name }) => name).toSorted();
    assert.deepEqual(names, ['ci.yml', 'nightly.yml', 'release.yml']);
  });

  for (const { name, content } of workflows) {
    it(`are accepted by GitHub's parser: ${name}`, async () => {
      const { parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter } = await loadParser();
      const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
      assert.ok(value, context.errors.getErrors().join('\n'));
      const { errors = [] } = await convertWorkflowTemplate(context, value);
      assert.deepEqual(errors, []);
      assert.deepEqual(context.errors.getErrors(), []);
    });
  }

  for (const [script, workflow] of [
    ['.ci/run', 'ci.yml'],
    ['.ci/nightly', 'nightly.yml'],
  ]) {
    it(`run every stage of ${script}, each in its own job`, () => {
      const stages = execFileSync('bash', [String(script), '--list'], { encoding: 'utf8' });
      const { job } = jobs.find(({ name }) => name === `${workflow}: stage`) ?? {};
      assert.deepEqual(
        job?.strategy?.matrix.stage.toSorted(),
        stages.trim().split(/\s+/).toSorted(),
      );
    });
  }

  it('may only read the repository, except the jobs that publish', () => {
    for (const { name, workflow } of workflows)
      assert.deepEqual(workflow.permissions, { contents: 'read' }, name);
    const writing = jobs.flatMap(({ name, job }) =>
      job.permissions === undefined ? [] : [[name, job.permissions]],
    );
    assert.deepEqual(Object.fromEntries(writing), WRITE_PERMISSIONS);
  });

  it('install and run code of the repository only in jobs without an environment', () => {
    for (const { name, job } of jobs) {
      const isPublishing = name in WRITE_PERMISSIONS;
      assert.equal(job.environment, isPublishing ? 'release' : undefined, name);
      for (const { run = '' } of isPublishing ? job.steps : [])
        assert.doesNotMatch(run, /npm (?:ci|install|run)|npx|scripts\/|\.ci\//, name);
    }
  });

  it('start only on events that run trusted code or have no secrets', () => {
    for (const { name, workflow } of workflows) {
      for (const trigger of Object.keys(workflow.on))
        assert.ok(TRIGGERS.has(trigger), `${name}: ${trigger}`);
    }
  });

  it('do not leave the token in the checkout', () => {
    for (const { name, job } of jobs) {
      for (const step of job.steps) {
        if (step.uses?.startsWith('actions/checkout@'))
          assert.equal(step.with?.['persist-credentials'], false, name);
      }
    }
  });

  it('have a concurrency group and a timeout', () => {
    for (const { name, workflow } of workflows) assert.ok(workflow.concurrency, name);
    for (const { name, job } of jobs) assert.ok(job['timeout-minutes'], name);
  });

  it('pin actions to a commit and name its version', () => {
    for (const { name, content } of workflows) {
      for (const [line] of content.matchAll(/^.*\buses:.*$/gm)) {
        assert.match(line, /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
      }
    }
  });

  it('pass values of an event to commands as variables only', () => {
    for (const { name, run } of commands) assert.doesNotMatch(run, /\$\{\{/, name);
  });

  it('run files and npm scripts that exist', () => {
    const { scripts } = read('package.json') as { scripts: Record<string, string> };
    for (const { name, run } of commands) {
      for (const [path] of run.matchAll(/(?<![\w/.])(?:\.ci|scripts)\/[\w./-]+/g))
        assert.ok(existsSync(path), `${name}: ${path}`);
      for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
        assert.ok(scripts[script], `${name}: npm run ${script}`);
    }
    assert.ok(commands.some(({ run }) => run.startsWith('.ci/nightly')));
    assert.ok(commands.some(({ run }) => run.includes('node scripts/release.ts')));
  });
});

it('Dependabot updates every package.json with its own lockfile, shared packages together', () => {
  const { updates } = read('.github/dependabot.yml') as { updates: readonly NpmUpdate[] };
  const [npm, ...others] = updates.filter((update) => update['package-ecosystem'] === 'npm');
  assert.deepEqual(others, [], 'two entries would update each folder on its own');
  const folders = npm?.directories.map((folder) => join('.', folder, 'package-lock.json'));
  assert.deepEqual(folders?.toSorted(), globSync('{,tests/*/}package-lock.json').toSorted());

  const { devDependencies } = read('package.json') as { devDependencies: object };
  const clients = read('tests/clients/package.json') as { dependencies: object };
  const shared = Object.keys(clients.dependencies).filter((name) => name in devDependencies);
  assert.deepEqual(npm?.groups['shared']?.patterns, shared.toSorted());
});

it('.node-version is the Node that the project installs and the image has', () => {
  const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> };
  const version = readFileSync('.node-version', 'utf8').trim();
  assert.equal(version, devDependencies['node']);
  assert.match(readFileSync('Dockerfile', 'utf8'), new RegExp(`/node:${RegExp.escape(version)}-`));
});
