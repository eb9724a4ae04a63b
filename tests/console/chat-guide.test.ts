import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Request } from 'playwright-core';
import { holdReply } from '../support/browser/hold-reply.ts';
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
    backend = await startSimulatedAgent();
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
    const held = await holdReply(page);
    await page.goto(site.url);
    await page.locator('#text:focus').waitFor();
    const say = async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };

    await say(LOST_CARD);
    const talk = page.locator('#talk');
    const first = await held.words();
    await until('they are shown', async () => (await talk.innerText()).includes(first));
    assert.doesNotMatch(await talk.innerText(), REPLY);
    await held.release();
    await until('the others are shown', async () => REPLY.test(await talk.innerText()));
    assert.deepEqual(faults, []);

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
