import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT, runFairtrial, type Ended } from '../../cli/run-fairtrial.ts';
import { until } from '../../support/services/until.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { keyOf } from '../runner/secrets.ts';

const KEY = 'key-of-the-user-8Hq2Zr5Tm1';
const OUTSIDE = 'text-outside-of-the-checkout-4Vb7';

interface Checkout extends AsyncDisposable {
  readonly folder: string;
  /** A file next to the checkout that the checkout must not make the command read or write. */
  readonly outside: string;
}

async function makeCheckout(): Promise<Checkout> {
  const parent = await mkdtemp(join(tmpdir(), 'fairtrial-attack-'));
  const folder = join(parent, 'checkout');
  const outside = join(parent, 'outside.txt');
  await mkdir(folder);
  await writeFile(outside, OUTSIDE);
  await symlink(parent, join(folder, 'out'));
  await symlink(outside, join(folder, 'link.md'));
  await writeFile(
    join(folder, 'batch.json'),
    JSON.stringify({
      test_batch: { interactions: [{ user_message: 'x', reference_reply: 'Hello' }] },
    }),
  );
  return {
    folder,
    outside,
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  };
}

/** Configuration files that send a key to an attacker; {server} is the attacker's. */
const THIEVES: Readonly<Record<string, string>> = {
  'a server of its own': 'server: {server}\n',
  'a server and a variable': 'server: {server}\napi_key: env:FAIRTRIAL_TEAM_KEY\n',
  'a secret of another tool': 'server: {server}\napi_key: env:AWS_SECRET_ACCESS_KEY\n',
  'an agent of its own': 'agent: {server}\n',
  'a server with a path': 'server: {server}/x\n',
  'a server by another name of this machine': 'server: {local}\n',
  'a secret in the name of the test': 'name: env:AWS_SECRET_ACCESS_KEY\nserver: {server}\n',
};

function attackKeys(): readonly ScriptedAttack[] {
  return Object.entries(THIEVES).flatMap(([name, config]) =>
    [['runs'], ['models'], ['doctor'], ['show', 'latest']].map((args) => ({
      name: `fairtrial ${args.join(' ')} in a checkout whose configuration names ${name}`,
      async play(environment) {
        await using checkout = await makeCheckout();
        await using thief = await startStub((_, response) =>
          sendJson(response, { runs: [], data: [] }),
        );
        const local = thief.url.replace('127.0.0.1', 'localhost');
        const text = config.replaceAll('{server}', thief.url).replaceAll('{local}', local);
        await writeFile(join(checkout.folder, 'fairtrial.config.yaml'), text);
        environment.countTries(1);
        const env = { FAIRTRIAL_API_KEY: KEY, FAIRTRIAL_TEAM_KEY: KEY, AWS_SECRET_ACCESS_KEY: KEY };
        const ended = await runFairtrial(args, { cwd: checkout.folder, env });
        const sent = JSON.stringify(thief.requests);
        if (sent.includes(KEY)) return 'the key was sent';
        return (ended.stdout + ended.stderr).includes(KEY) ? 'the key was printed' : undefined;
      },
    })),
  );
}

const OUTPUTS = [
  '../outside.txt',
  'out/outside.txt',
  'link.md',
  '/tmp/../{outside}',
  './x/../../outside.txt',
];

/** Reports of a checkout are written only below it. */
function attackOutputs(): readonly ScriptedAttack[] {
  return ['md', 'json', 'junit', 'html'].flatMap((kind) =>
    OUTPUTS.map((output) => ({
      name: `a configuration that writes ${kind} to ${output}`,
      async play(environment) {
        await using checkout = await makeCheckout();
        const path = output.replace('{outside}', checkout.outside);
        const config = `${kind}: ${JSON.stringify(path)}\nfiles: [batch.json]\nendpoint: ${environment.endpointUrl}\nmodel: hello\n`;
        await fairtrialIn(environment, checkout, config);
        const kept = await readFile(checkout.outside, 'utf8').catch(() => 'a folder');
        return kept === OUTSIDE ? undefined : 'the file was overwritten';
      },
    })),
  );
}

const INPUTS = ['../outside.txt', 'out/outside.txt', 'link.md', '../*.txt', 'out/*'];

/** Files next to a checkout are neither sent nor printed. */
function attackInputs(): readonly ScriptedAttack[] {
  return INPUTS.map((input) => ({
    name: `a configuration that reads ${input}`,
    async play(environment) {
      await using checkout = await makeCheckout();
      const config = `files: [${JSON.stringify(input)}]\nendpoint: ${environment.endpointUrl}\nmodel: hello\n`;
      const { stdout, stderr } = await fairtrialIn(environment, checkout, config);
      return (stdout + stderr).includes(OUTSIDE) ? 'its text was printed' : undefined;
    },
  }));
}

async function fairtrialIn(
  environment: Parameters<ScriptedAttack['play']>[0],
  { folder }: Checkout,
  config: string,
): Promise<Ended> {
  await writeFile(join(folder, 'fairtrial.config.yaml'), config);
  environment.countTries(1);
  const server = environment.service('evals').url;
  return runFairtrial(['run'], {
    cwd: folder,
    env: { FAIRTRIAL_SERVER: server, FAIRTRIAL_API_KEY: keyOf('alpha') },
  });
}

/** Files of another tool that name files outside their folder. */
function attackImports(): readonly ScriptedAttack[] {
  const references = [
    'file://../outside.txt',
    'file://{outside}',
    'file://out/outside.txt',
    'file://link.md',
    'file:///etc/passwd',
  ];
  return references.flatMap((reference) =>
    [
      (file: string) => `prompts: [${JSON.stringify(file)}]\ntests: [{vars: {q: x}}]\n`,
      (file: string) => `prompts: ['{{q}}']\ntests: ${JSON.stringify(file)}\n`,
      (file: string) => `prompts: ['{{q}}']\ntests: [{vars: {q: ${JSON.stringify(file)}}}]\n`,
    ].map((write, no) => ({
      name: `an import that names ${reference}, no. ${no + 1}`,
      async play(environment) {
        await using checkout = await makeCheckout();
        const file = reference.replace('{outside}', checkout.outside);
        await writeFile(join(checkout.folder, 'promptfooconfig.yaml'), write(file));
        environment.countTries(1);
        const { stdout, stderr } = await runFairtrial(['import', 'promptfooconfig.yaml'], {
          cwd: checkout.folder,
        });
        const said = stdout + stderr;
        return said.includes(OUTSIDE) || said.includes('root:x:0')
          ? 'its text was taken'
          : undefined;
      },
    })),
  );
}

const TOKENS = [
  `hf_${'aB3'.repeat(11)}`,
  `gsk_${'aB3'.repeat(17)}`,
  `xai-${'aB3'.repeat(26)}`,
  `r8_${'aB3'.repeat(12)}`,
  `npm_${'aB3'.repeat(12)}`,
  `SG.${'aB3'.repeat(7)}x.${'aB3'.repeat(14)}x`,
  `Basic ${btoa('user:correct-horse-battery')}`,
  'https://user:correct-horse@host.example/x',
  'DE89 3704 0044 0532 0130 00',
  '078-05-1120',
  `sk-proj-${'aB3'.repeat(10)}`,
  `ghp_${'aB3'.repeat(12)}`,
];

/** The recorder answers only its own machine, and writes no secret. */
const record: ScriptedAttack = {
  name: 'a recording: pages of other sites, other names of this machine, and secrets of many kinds',
  async play(environment) {
    await using checkout = await makeCheckout();
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion(TOKENS.join(' and '))),
    );
    const file = join(checkout.folder, 'recorded.json');
    const args = ['dist/fairtrial.mjs', 'record', `${endpoint.url}/v1`, '-o', file, '--port', '0'];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    const closed = once(child, 'close');
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await until('it listens', () => stderr.includes('Press Ctrl-C to stop'));
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stderr)?.[0] ?? '';
    const body = JSON.stringify({
      model: 'm',
      messages: [{ role: 'user', content: TOKENS.join(', ') }],
    });
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://attacker.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { host: 'attacker.example' },
    ];
    const faults: string[] = [];
    for (const headers of foreign) {
      environment.countTries(1);
      const status = await postTo(`${url}/chat/completions`, body, headers);
      if (status !== 403) faults.push(`${JSON.stringify(headers)} was answered ${status}`);
    }
    const status = await postTo(`${url}/chat/completions`, body, {});
    child.kill('SIGINT');
    await closed;
    if (status !== 200) return `its own caller was answered ${status}`;
    const written = await readFile(file, 'utf8');
    faults.push(
      ...TOKENS.filter((token) => written.includes(token)).map((token) => `${token} was written`),
    );
    return faults.length === 0 ? undefined : faults.join('; ');
  },
};

async function postTo(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

export const attackClass: AttackClass = {
  title: 'the command in a foreign checkout',
  attacks: () => [
    ...attackKeys(),
    ...attackOutputs(),
    ...attackInputs(),
    ...attackImports(),
    record,
  ],
};
