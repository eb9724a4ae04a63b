import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import stringWidth from 'string-width';
import { startService, type Service } from '../support/services/start-service.ts';
import { startChatApis, type ChatApis } from '../support/stubs/chat-apis/start-chat-apis.ts';
import { ROOT, runFairtrial, type Ended } from './run-fairtrial.ts';

/** Each shape that can be tested: where its reply is, and the id of its session. */
const SHAPES = [
  { shape: 'session-in-path', reply: 'reply: /message/text', from: '/id' },
  { shape: 'session-in-body', reply: 'reply: /result/answer', from: '/conversation_id' },
  { shape: 'opened-session', reply: 'reply: /output/text', from: '/data/session/id' },
  { shape: 'nested-reply', reply: 'reply: /data/answer/text' },
  { shape: 'list-reply', reply: 'reply: /messages/1/text' },
  { shape: 'event-stream', reply: 'stream: sse:/delta/text' },
  { shape: 'graphql', reply: 'reply: /data/ask/answer' },
] as const;

const BATCH = join(ROOT, 'samples/bank-lost-card.json');

let evals: Service;
let apis: ChatApis;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairtrial-targets-'));
  evals = await startService('evals');
  apis = await startChatApis();
});
after(async () => {
  await apis[Symbol.asyncDispose]();
  await evals[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function fairtrial(...args: readonly string[]): Promise<Ended> {
  const env = { FAIRTRIAL_SERVER: evals.url, FAIRTRIAL_AGENT: 'http://127.0.0.1:1' };
  return runFairtrial(args, { cwd: folder, env });
}

function at(shape: string): readonly string[] {
  return ['--endpoint', `${apis.url}/${shape}`, '--model', 'my-bot'];
}

function play(shape: string, ...flags: readonly string[]): Promise<Ended> {
  return fairtrial('run', BATCH, ...at(shape), '--attempts', '2', ...flags);
}

/** Runs `fairtrial doctor`, and undoes the wrapping of its lines. */
async function examine(shape: string, ...flags: readonly string[]): Promise<Ended> {
  const ended = await fairtrial('doctor', ...at(shape), ...flags);
  return { ...ended, stdout: ended.stdout.replaceAll(/\s+/g, ' ') };
}

/** Writes a target into the folder of the test and returns the name of its file. */
async function writeTarget(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return name;
}

function sample(shape: string): string {
  return join(ROOT, `samples/targets/${shape}.yaml`);
}

describe('an API that is described by a file', () => {
  for (const { shape } of SHAPES) {
    it(`can be tested: ${shape}`, async () => {
      const { code, stdout, stderr } = await play(shape, '--target', sample(shape));
      assert.equal(code, 0, stdout + stderr);
      // Much lower if a turn lost its conversation: the API then asks to start from the beginning.
      assert.match(stdout, /^bank-lost-card +(?:1\.0|\.9\d) .*●●$/m);
      assert.match(stdout, /^✓ passed/m);
    });
  }

  it('each file has at most 15 lines', async () => {
    for (const { shape } of SHAPES) {
      const lines = (await readFile(sample(shape), 'utf8')).trimEnd().split('\n');
      assert.ok(lines.length <= 15, `${shape}: ${lines.length}`);
    }
  });
});

describe('fairtrial doctor --target', () => {
  it('shows the request, the response, the reply and the session within 80 columns', async () => {
    const target = sample('opened-session');
    const { code, stdout } = await fairtrial('doctor', ...at('opened-session'), '--target', target);
    assert.equal(code, 0, stdout);
    assert.ok(stdout.includes(`  request   POST ${apis.url}/opened-session/talk\n`), stdout);
    assert.match(stdout, /^ {12}content-type: application\/json$/m);
    assert.match(stdout, /^ {12}\{"session_id":40\d\d,"input":"Hello"\}$/m);
    assert.match(stdout, /^ {2}response {2}200\n {12}\{"output":\{"type":"text",/m);
    assert.match(stdout, /^ {2}reply {5}Thank you for your message\./m);
    assert.match(stdout, /^ {2}session {3}40\d\d$/m);
    const lines = stdout.split('\n').filter((line) => !line.includes(folder));
    for (const line of lines) assert.ok(stringWidth(line) <= 80, line);
  });

  for (const { shape, reply, ...session } of SHAPES) {
    it(`finds a wrong pointer to the reply before the run, and proposes the right one: ${shape}`, async () => {
      const text = await readFile(sample(shape), 'utf8');
      const [field = '', pointer = ''] = reply.split(/(?=\/)(.*)/s);
      assert.ok(text.includes(`\n${reply}\n`));
      const file = await writeTarget(`${shape}.yaml`, text.replace(reply, `${field}/wrong/place`));
      const { code, stdout } = await examine(shape, '--target', file);
      assert.equal(code, 3, stdout);
      assert.match(stdout, /✗ the endpoint .* failed \(bad_response\)/);
      const advice = `if its reply is at ${pointer}, set ${reply} in ${file}`;
      assert.ok(stdout.includes(advice), `${advice}\n${stdout}`);
    });

    if (!('from' in session)) continue;
    const { from } = session;
    it(`finds a wrong pointer to the id of the session, and proposes the right one: ${shape}`, async () => {
      const text = await readFile(sample(shape), 'utf8');
      assert.ok(text.includes(`\n  from: ${from}\n`));
      const wrong = text.replace(`\n  from: ${from}\n`, '\n  from: /wrong/place\n');
      const file = await writeTarget(`${shape}-session.yaml`, wrong);
      const { code, stdout } = await examine(shape, '--target', file);
      assert.equal(code, 3, stdout);
      const advice = `if the id of its session is at ${from}, set from: ${from} below session: in ${file}`;
      assert.ok(stdout.includes(advice), `${advice}\n${stdout}`);
    });
  }

  it('names the fields of a file that are wrong, without calling the endpoint', async () => {
    const file = await writeTarget('wrong.yaml', 'body:\n  q: "{{user_mesage}}"\nreplies: /a\n');
    const { code, stdout } = await examine('nested-reply', '--target', file);
    assert.equal(code, 2, stdout);
    assert.match(stdout, /✗ wrong\.yaml, line 3: replies: is not a known field/);
  });
});

describe('an API that cannot be tested', () => {
  const BODY = "body:\n  question: '{{user_message}}'\n  history: '{{messages}}'\nreply: /answer\n";

  it('is refused with the reason if a target asks for form fields', async () => {
    const header = 'headers:\n  content-type: application/x-www-form-urlencoded\n';
    const file = await writeTarget('form.yaml', header + BODY);
    const { code, stderr } = await play('form-only', '--target', file);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr.replaceAll(/\s+/g, ' '),
      /form\.yaml, line \d: headers\.content-type: .*JSON/i,
    );
  });

  it('that answers 415 to JSON fails with the reason, in fairtrial doctor and in a run', async () => {
    const file = await writeTarget('json.yaml', BODY);
    const examined = await examine('form-only', '--target', file);
    assert.equal(examined.code, 3, examined.stdout);
    assert.match(examined.stdout, /415.*form-encoded/);
    const played = await play('form-only', '--target', file);
    assert.equal(played.code, 3, played.stdout + played.stderr);
  });

  it('is refused with the reason if a target sends cookies', async () => {
    const file = await writeTarget('cookie.yaml', `headers:\n  cookie: sid=1\n${BODY}`);
    const { code, stderr } = await play('cookie-session', '--target', file);
    assert.equal(code, 2, stderr);
    assert.match(
      stderr.replaceAll(/\s+/g, ' '),
      /cookie\.yaml, line \d: headers\.cookie: .*cookies/i,
    );
  });

  it('that keeps its session in a cookie is noticed by fairtrial doctor', async () => {
    const file = await writeTarget('plain.yaml', BODY);
    const { code, stdout } = await examine('cookie-session', '--target', file);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /· the endpoint sets a cookie; cookies are not sent back/);
  });
});

describe('a target by name', () => {
  const NESTED = "body: { question: '{{user_message}}', history: '{{messages}}' }";

  it('can be one of the configuration file, and --reply replaces its pointer', async () => {
    const config = `target: web\ntargets:\n  web:\n    ${NESTED}\n    reply: /wrong\n`;
    await writeFile(join(folder, 'named.yaml'), config);
    const flags = ['--config', 'named.yaml', '--reply', '/data/answer/text'];
    const { code, stdout, stderr } = await play('nested-reply', ...flags);
    assert.equal(code, 0, stdout + stderr);
    assert.equal((await play('nested-reply', '--config', 'named.yaml')).code, 3);
  });

  it('can be a stored one: fairtrial targets stores, lists and deletes it', async () => {
    const file = await writeTarget('nested.yaml', `${NESTED}\nreply: /data/answer/text\n`);
    const saved = await fairtrial('targets', 'save', 'nested', file);
    assert.equal(saved.code, 0, saved.stderr);
    assert.match(saved.stderr, /Stored the target nested: use it with --target nested\./);
    assert.match(
      (await fairtrial('targets', 'list')).stdout,
      /^nested .*reply at \/data\/answer\/text$/m,
    );
    const played = await play('nested-reply', '--target', 'nested');
    assert.equal(played.code, 0, played.stdout + played.stderr);
    assert.equal((await fairtrial('targets', 'delete', 'nested')).code, 0);
    assert.match((await fairtrial('targets', 'list')).stderr, /No targets yet\./);
    const refused = await play('nested-reply', '--target', 'nested');
    assert.equal(refused.code, 2, refused.stdout);
    assert.match(refused.stderr, /no run was started\n--target: /);
  });

  it('needs a valid name and a file to be stored', async () => {
    for (const args of [['save'], ['save', 'My Bot', 'x.yaml'], ['save', 'bot'], ['delete']]) {
      const { code, stderr } = await fairtrial('targets', ...args);
      assert.equal(code, 2, stderr);
    }
  });
});
