import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { copyRepo } from '../support/services/copy-repo.ts';
import {
  listAnchors,
  codeBlocks,
  listLinks,
  readDocuments,
} from '../support/data/read-markdown.ts';
import {
  createShellEnvironment,
  serve,
  type FreePorts,
  type ShellEnvironment,
} from '../support/services/start-environment.ts';

const run = promisify(execFile);

/** The lines `exit code 0` etc. that the commands of a guide print. */
const EXIT_CODES: Readonly<Record<string, readonly string[]>> = {
  'docs/guides/ci-gate.md': ['0', '1', '1', '0'],
  'docs/start.md': ['1'],
};

/** The first command of every guide; the test has already started it. */
const START = 'npm start -- --simulated';

/** Starts the chat APIs of docs/guides/own-endpoint.md; the test has already started it. */
const STUBS = 'npm run stubs';

const documents = readDocuments();
/** The services of this guide have another configuration: own-scorers.test.ts starts them. */
const OWN_SERVICES = 'docs/guides/own-scorers.md';
const guides = documents.filter(
  ({ file, text }) =>
    file.startsWith('docs/') && file !== OWN_SERVICES && codeBlocks(text, 'sh').length > 0,
);

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    for (const { file, text } of documents) {
      for (const link of listLinks(text)) {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : normalize(join(dirname(file), path));
        assert.ok(existsSync(target), `${file} links to ${link}`);
        if (anchor === undefined || !target.endsWith('.md')) continue;
        const anchors = listAnchors(readFileSync(target, 'utf8'));
        assert.ok(anchors.has(anchor), `${file} links to ${link}`);
      }
    }
  });

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const { file, text } of documents) {
      for (const [, name = ''] of text.matchAll(/npm run ([a-z][\w:-]*)/g)) {
        assert.ok(scripts[name], `${file}: npm run ${name}`);
      }
    }
  });
});

describe('docs/guides/own-endpoint.md', () => {
  const guide = documents.find(({ file }) => file === 'docs/guides/own-endpoint.md');

  it('shows a target exactly as it is in samples/targets, and links to every file there', () => {
    const { text = '' } = { ...guide };
    const files = readdirSync('samples/targets');
    const samples = new Set(
      files.map((name) => readFileSync(join('samples/targets', name), 'utf8')),
    );
    for (const block of codeBlocks(text, 'yaml')) {
      assert.ok(samples.has(`${block.trim()}\n`), block);
    }
    for (const name of files) assert.ok(text.includes(`samples/targets/${name})`), name);
  });
});

describe('the commands of a guide', () => {
  let shell: ShellEnvironment;
  const opened = new AsyncDisposableStack();

  before(async () => {
    const { folder } = opened.use(await copyRepo());
    shell = opened.use(await createShellEnvironment());
    const { env } = shell;
    opened.use(await serve({ command: START, services: 3, folder, env }));
    opened.use(await serve({ command: STUBS, services: 1, folder, env }));
  });
  after(() => opened.disposeAsync());

  for (const { file, text } of guides) {
    it(`run one after the other: ${file}`, async () => {
      const script = codeBlocks(text, 'sh').filter(
        (block) => ![START, STUBS].includes(block.trim()),
      );
      await using own = await copyRepo(); // so that a guide does not find files of another guide
      await moveSamples(join(own.folder, 'samples'), shell);
      const stdout = await runScript(shell.rewrite(script.join('\n')), own.folder);
      const codes = Array.from(stdout.matchAll(/^exit code (\d+)$/gm), ([, code]) => code);
      assert.deepEqual(codes, EXIT_CODES[file] ?? [], stdout);
    });
  }

  async function runScript(script: string, folder: string): Promise<string> {
    const options = { cwd: folder, env: shell.env, timeout: 180_000 };
    try {
      // Without --norc, bash reads its startup file if its standard input is a socket, which it is here.
      return (await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      return assert.fail(`${script}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`);
    }
  }
});

/** Rewrites the default ports in the samples. */
async function moveSamples(folder: string, ports: FreePorts): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const file = join(folder, name);
    await writeFile(file, ports.rewrite(await readFile(file, 'utf8')));
  }
}
