import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Request } from 'playwright-core';
import { openBrowser } from '../support/browser/open-browser.ts';
import { codeBlocks } from '../support/data/read-markdown.ts';
import {
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';
import { startStub } from '../support/stubs/start-stub.ts';
import { until } from '../support/services/until.ts';

const GUIDE = readFileSync('docs/guides/chat.md', 'utf8');
const USUAL = 'http://127.0.0.1:8000';

const LOST_CARD = 'I think I left my debit card on the tram. What do I do?';
const REPLY = /Let's block it [^]*\?$/;

/** The package is not a dependency of this project, so it may not be installed. */
const hasOpenai = spawnSync('python3', ['-c', 'import openai']).status === 0;

const isQuestion = (request: Request): boolean => request.method() === 'POST';

describe('the guide to chat front ends', () => {
  let backend: SimulatedAgent;

  before(async () => {
    backend = await startSimulatedAgent({ SIMULATOR_WORDS_PER_SECOND: '20' });
  });
  after(() => backend[Symbol.asyncDispose]());

  /** Returns the only block of this language, pointed at the test's agent backend. */
  function codeBlock(language: string): string {
    const [block = '', ...more] = codeBlocks(GUIDE, language);
    assert.ok(block.includes(USUAL) && more.length === 0, language);
    return block.replaceAll(USUAL, backend.agent.url);
  }

  it('has a page that streams a conversation with a model word by word', async () => {
    await using site = await startStub((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(codeBlock('html')),
    );
    await using browser = await openBrowser();
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(site.url);
    const say = async (text: string): Promise<void> => {
      await page.keyboard.type(text); // the input has the focus
      await page.keyboard.press('Enter');
    };

    await say(LOST_CARD);
    const seen = new Set<string>();
    await until('the reply is there, or will never be', async () => {
      const said = await page.locator('#talk').innerText();
      seen.add(said);
      return REPLY.test(said) || faults.length > 0;
    });
    assert.deepEqual(faults, []);
    assert.ok(seen.size > 3, `${seen.size} looks saw something else`);

    await until('the stream has ended', () => backend.agent.output().includes('"POST"'));
    const [second] = await Promise.all([page.waitForRequest(isQuestion), say('Yes, block it.')]);
    const { messages } = second.postDataJSON() as { messages: { type: string; content: string }[] };
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['human', 'ai', 'human'],
    );
    assert.match(messages[1]?.content ?? '', REPLY);
    assert.equal(messages[2]?.content, 'Yes, block it.');
  });

  it(
    'has a Python block that prints a reply (if Python has the package openai)',
    { skip: !hasOpenai },
    async () => {
      const { stdout } = await promisify(execFile)('python3', ['-c', codeBlock('python')]);
      assert.match(stdout, REPLY);
    },
  );
});
