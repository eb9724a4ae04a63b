import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import {
  exitCodeOfJunit,
  headlineInHtml,
  headlineInJunit,
  headlineInMarkdown,
  headlineInTerminal,
  readJunitCounts,
} from '../support/surfaces/read-headline.ts';
import { runFairtrial, runIdIn } from './run-fairtrial.ts';

const REFERENCE = 'We open at nine.';

/** A turn whose user message is the reply of the endpoint. */
const turn = (user_message: string, more: object = {}): object => ({
  user_message,
  reference_reply: REFERENCE,
  ...more,
});
const CHECK = { contains: 'nine' };

interface Situation {
  readonly turns: readonly object[];
  readonly flags?: readonly string[];
  readonly word: string;
  readonly code: number;
}

/** The expected headline of a run by situation. Replies are the same in all attempts. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'all is well': {
    turns: [turn(REFERENCE, { checks: [CHECK] })],
    word: 'passed',
    code: 0,
  },
  'a required check fails': {
    turns: [turn(REFERENCE, { checks: [CHECK] }), turn('At ten.', { checks: [CHECK] })],
    word: 'checks failed',
    code: 1,
  },
  'a required check fails although all gates pass': {
    turns: [turn('At ten.', { checks: [CHECK] })],
    flags: ['--gate', 'answered >= 99%'],
    word: 'checks failed',
    code: 1,
  },
  'a check fails that is optional': {
    turns: [turn('At ten.', { checks: [{ ...CHECK, optional: true }] })],
    word: 'passed',
    code: 0,
  },
  'a check fails, and failures are allowed': {
    turns: [turn('At ten.', { checks: [CHECK] })],
    flags: ['--allow-failures'],
    word: 'passed',
    code: 0,
  },
  'checks fail below the limit of a gate': {
    turns: [turn('At ten.', { checks: [CHECK] })],
    flags: ['--gate', 'checks >= 0.9'],
    word: 'gates failed',
    code: 1,
  },
  'turns are below the pass threshold': {
    turns: [turn('At ten.')],
    flags: ['--pass-threshold', '0.9'],
    word: 'passed',
    code: 0,
  },
  'a gate fails': {
    turns: [turn('Something else.')],
    flags: ['--gate', 'overall >= 0.9'],
    word: 'gates failed',
    code: 1,
  },
  'the endpoint refuses every request': {
    turns: [turn('fail')],
    flags: ['--gate', 'overall >= 0.1'],
    word: 'requests failed',
    code: 3,
  },
  'one request of many fails': {
    turns: [
      ...Array.from({ length: 24 }, () => turn(REFERENCE, { checks: [CHECK] })),
      turn('fail', { checks: [CHECK] }),
    ],
    word: 'passed',
    code: 0,
  },
};

describe('every output of fairtrial about a run agrees', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-headline-'));
    evals = await startService('evals');
    endpoint = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { content: string }[] };
      const said = messages.at(-1)?.content ?? '';
      sendJson(
        response,
        said === 'fail' ? { error: {} } : chatCompletion(said),
        said === 'fail' ? 400 : 200,
      );
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  for (const [name, { turns, flags = [], word, code }] of Object.entries(SITUATIONS)) {
    it(`if ${name}`, async () => {
      const file = (ending: string): string => join(folder, `${name}.${ending}`);
      await writeFile(file('batch.json'), JSON.stringify({ interactions: turns }));
      const to = ['--server', evals.url, '--endpoint', `${endpoint.url}/v1`, '--model', 'm'];
      const reports = ['--junit', file('xml'), '--md', file('md'), '--html', file('html')];
      const ended = await runFairtrial([
        'run',
        file('batch.json'),
        ...to,
        '--attempts',
        '3',
        ...flags,
        ...reports,
        `--json=${file('json')}`,
      ]);
      assert.equal(ended.code, code, ended.stdout + ended.stderr);

      const view = JSON.parse(await readFile(file('json'), 'utf8')) as { run: unknown };
      const { result, overview } = RunView.parse(view.run);
      assert.ok(result);
      assert.equal(result.headline.exit_code, code);
      assert.deepEqual(overview?.headline, result.headline);
      assert.equal(result.headline.result.replaceAll('_', ' '), word);

      const printed = headlineInTerminal(ended.stdout);
      const markdown = await readFile(file('md'), 'utf8');
      const page = await readFile(join(file('html'), 'index.html'), 'utf8');
      const xml = await readFile(file('xml'), 'utf8');
      assert.equal(printed.word, word);
      assert.deepEqual(headlineInMarkdown(markdown), printed);
      assert.deepEqual(headlineInHtml(page), printed);
      assert.deepEqual(headlineInJunit(xml), printed);
      assert.equal(exitCodeOfJunit(readJunitCounts(xml)), code);

      const shown = await runFairtrial(['show', runIdIn(ended), '--server', evals.url]);
      assert.equal(shown.code, code);
      assert.deepEqual(headlineInTerminal(shown.stdout), printed);
    });
  }
});
