import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import OpenAI from 'openai';
import { lastBody } from '../support/stubs/start-stub.ts';
import { startAgent, type Agent } from './start-agent.ts';
import { startEverything, startFilesystem, startStubServer } from './start-mcp.ts';
import type { ChatRequest } from './stubs/chat-request.ts';

describe('MCP servers from npm', () => {
  const started = new AsyncDisposableStack();
  let folder = '';
  let agent: Agent;
  let openai: OpenAI;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-files-'));
    started.defer(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'greeting.txt'), 'Good morning');
    const everything = started.use(await startEverything());
    const files = started.use(await startFilesystem(folder));
    agent = started.use(
      await startAgent([
        { name: 'everything', url: everything.url },
        { name: 'files', url: files.url },
      ]),
    );
    openai = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 0 });
  });
  after(() => started.disposeAsync());

  /** Returns the model's reply after it has called this tool. */
  async function use(tool: string, args: object): Promise<string> {
    return ask(openai, `use ${tool} ${JSON.stringify(args)}`);
  }

  it('the model sees the text of an embedded resource', async () => {
    const said = await use('everything__get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    });
    assert.match(said, /Resource 1: This is a plaintext resource/);
  });

  it('the model sees the type and size of a binary resource', async () => {
    const said = await use('everything__get-resource-reference', {
      resourceType: 'Blob',
      resourceId: 1,
    });
    assert.match(said, /demo:\/\/resource\/dynamic\/blob\/1/);
    assert.doesNotMatch(said, /\[resource\]/);
  });

  it('the model sees the names and addresses of resource links', async () => {
    const said = await use('everything__get-resource-links', { count: 2 });
    for (const link of ['demo://resource/dynamic/blob/1', 'demo://resource/dynamic/text/2']) {
      assert.ok(said.includes(link), said);
    }
  });

  it('the model sees structured content only once', async () => {
    const said = await use('everything__get-structured-content', { location: 'Chicago' });
    assert.equal(said.split('Light rain / drizzle').length - 1, 1, said);
  });

  it('the model sees the type of an image', async () => {
    assert.match(await use('everything__get-tiny-image', {}), /image\/png/);
  });

  it('the model reads files, and sees why a tool refused', async () => {
    assert.match(
      await use('files__read_text_file', { path: join(folder, 'greeting.txt') }),
      /^it says Good morning/,
    );
    assert.match(
      await use('files__read_text_file', { path: '/etc/hostname' }),
      /Error: .*outside allowed directories/,
    );
  });
});

describe('an MCP server with more tools than a provider accepts', () => {
  const started = new AsyncDisposableStack();
  let agent: Agent;
  let openai: OpenAI;

  before(async () => {
    const many = started.use(await startStubServer('many-tools.ts'));
    agent = started.use(await startAgent([{ name: 'many', url: many.url }]));
    openai = new OpenAI({ baseURL: agent.baseURL, apiKey: 'none', maxRetries: 0 });
  });
  after(() => started.disposeAsync());

  function offered(): readonly string[] {
    const { tools = [] } = lastBody(agent.provider) as ChatRequest;
    return tools.map((tool) => tool.function.name);
  }

  it('offers the first 128 tools, with those of the agent among them', async () => {
    assert.equal(await ask(openai, 'use many__tool_100 {}'), 'it says I am 100');
    assert.equal(offered().length, 128);
    assert.ok(offered().includes('current_time'));
    assert.match(agent.service.output(), /128/, 'the log says that tools were left out');
  });

  it('keeps the caller’s tools among the first 128', async () => {
    const { choices } = await openai.chat.completions.create({
      model: 'openai/plain',
      messages: [{ role: 'user', content: 'use weather {}' }],
      tools: [{ type: 'function', function: { name: 'weather' } }],
    });
    assert.equal(choices[0]?.finish_reason, 'tool_calls');
    assert.equal(offered().length, 128);
  });

  it('distinguishes tools whose names share their first 64 characters', async () => {
    await ask(openai, 'Hello');
    const long = offered().filter((name) => name.startsWith('many__a_name'));
    assert.equal(new Set(long).size, 2, long.join());
    const said = await Promise.all(long.map((name) => ask(openai, `use ${name} {}`)));
    assert.deepEqual(said.toSorted(), ['it says one', 'it says two']);
  });

  it('shows the model structured content that has no text', async () => {
    assert.match(await ask(openai, 'use many__forecast {}'), /"degrees":\s*21/);
  });

  it('leads to an answer before the timeout of a tool if the server dies during a call', async () => {
    const said = await ask(openai, 'use many__die {}');
    assert.match(said, /^it says Error: /);
    assert.doesNotMatch(said, /no answer within/);
  });
});

async function ask(openai: OpenAI, content: string): Promise<string> {
  const { choices } = await openai.chat.completions.create({
    model: 'openai/plain',
    messages: [{ role: 'user', content }],
  });
  return choices[0]?.message.content ?? '';
}
