import { createEgress, EgressError, type Egress } from '@fairtrial/egress';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Attack, AttackClass, ScriptedAttack } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { jsonOf } from '../runner/send.ts';
import { spellAddresses } from '../runner/spell-addresses.ts';

interface Canary extends AsyncDisposable {
  readonly port: number;
  readonly visits: () => number;
}

/** Listens on every address of this machine; no service may connect to it. */
async function startCanary(): Promise<Canary> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    visits: () => visits,
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close');
    },
  };
}

type Ask = (environment: Environment, endpoint: string) => Promise<string | undefined>;

/** Returns the breach in the outcome of a call to an address; `undefined` if it was refused for a good reason. */
function judgeOutcome(status: number, kind: string | undefined): string | undefined {
  if (status >= 400 && status < 500) return undefined;
  // A name that does not resolve here fails to connect.
  const isRefused = ['blocked', 'bad_endpoint', 'connect'].includes(kind ?? '');
  return isRefused ? undefined : `answered ${status} with ${kind ?? 'no error'}`;
}

interface Turn {
  readonly error?: { readonly kind?: string } | null;
}

const WAYS: Readonly<Record<string, Ask>> = {
  'a test call': async (environment, endpoint) => {
    const body = { endpoint, model_id: 'm', message: 'x' };
    const request = { service: 'evals', method: 'POST', path: '/test-call', key: 'alpha' } as const;
    const answer = await environment.send({ ...request, body });
    return judgeOutcome(answer.status, (jsonOf(answer) as Turn | undefined)?.error?.kind);
  },
  'a test call in the protocol of agents': async (environment, endpoint) => {
    const body = { endpoint, model_id: 'm', message: 'x', protocol: 'agent' };
    const request = { service: 'evals', method: 'POST', path: '/test-call', key: 'alpha' } as const;
    const answer = await environment.send({ ...request, body });
    return judgeOutcome(answer.status, (jsonOf(answer) as Turn | undefined)?.error?.kind);
  },
  'a run': async (environment, endpoint) => {
    const body = environment.evaluation({ endpoint });
    const request = { service: 'evals', method: 'POST', path: '/evaluate', key: 'alpha' } as const;
    const answer = await environment.send({ ...request, body });
    const run = jsonOf(answer) as
      | {
          results: {
            scenarios: { attempts: { interactions: { endpoint_error?: { kind: string } }[] }[] }[];
          };
        }
      | undefined;
    const [turn] = run?.results?.scenarios[0]?.attempts[0]?.interactions ?? [];
    return judgeOutcome(answer.status, turn?.endpoint_error?.kind ?? kindIn(answer.text));
  },
};

function kindIn(text: string): string | undefined {
  return /"kind":"(\w+)"/.exec(text)?.[1];
}

/** Every spelling of a non-public address, in every field that names an endpoint. */
function attackEndpoints(): readonly ScriptedAttack[] {
  return Object.entries(WAYS).map(([way, ask]) => ({
    name: `addresses that are not public, in ${way}`,
    async play(environment) {
      await using canary = await startCanary();
      const faults: string[] = [];
      for (const address of spellAddresses(canary.port)) {
        const before = canary.visits();
        const fault = await ask(environment, address);
        if (canary.visits() > before) faults.push(`${address} was connected to`);
        else if (fault !== undefined) faults.push(`${address}: ${fault}`);
      }
      return faults.length === 0 ? undefined : `${faults.length}: ${faults.slice(0, 5).join('; ')}`;
    },
  }));
}

/** Returns the outcome of a request through `egress`: the kind of its failure, or `answered`. */
async function kindOf(egress: Egress, url: string): Promise<string> {
  const signal = AbortSignal.timeout(3000);
  const request = { url, method: 'GET', deadlineMs: 1000, maxBytes: 1000, signal } as const;
  try {
    await egress.open(request);
    return 'answered';
  } catch (error) {
    return error instanceof EgressError ? error.kind : String(error);
  } finally {
    await egress.close();
  }
}

/** DNS answers for a name that the attacker owns. */
const DNS_ANSWERS: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['::1'],
  ['10.0.0.1'],
  ['192.168.1.1'],
  ['172.16.0.1'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['fd00:ec2::254'],
  ['fd00:ec2::23'],
  ['fd00:42::42'],
  ['100.100.100.200'],
  ['168.63.129.16'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['fe80::1'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
];

/** No name may lead to these addresses in these modes. */
function attackNames(): readonly ScriptedAttack[] {
  return DNS_ANSWERS.map((addresses) => ({
    name: `a name that resolves to ${addresses.join(' and ')}`,
    async play(environment) {
      await using canary = await startCanary();
      const egress = createEgress({
        mode: 'public',
        allowedOrigins: [],
        lookup: ((_: string, __: object, done: (error: null, found: object[]) => void) => {
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        }) as never,
      });
      environment.countTries(1);
      const kind = await kindOf(egress, `http://attacker.example:${canary.port}/`);
      if (canary.visits() > 0) return 'it was connected to';
      return kind === 'blocked' ? undefined : `it was not blocked but ${kind}`;
    },
  }));
}

/** Metadata services that no mode may reach unless the operator named them. */
const METADATA = [
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd00:42::42]',
  '[fd20:ce::254]',
  '[fd00:0ec2:0:0:0:0:0:23]',
  '[FD00:42:0::42]',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '100.100.100.200',
  '0xa9fea9fe',
  '2852039166',
];

function attackMetadata(): readonly ScriptedAttack[] {
  return METADATA.map((host) => ({
    name: `the metadata service at ${host}, where local addresses are allowed`,
    async play(environment) {
      const egress = createEgress({ mode: 'local', allowedOrigins: [] });
      environment.countTries(1);
      const kind = await kindOf(egress, `http://${host}/latest/meta-data/`);
      return kind === 'blocked' ? undefined : `it was not blocked but ${kind}`;
    },
  }));
}

/** Message parts that a provider would fetch for the caller. */
function attackImages(): readonly Attack[] {
  const hosts = [...METADATA, '127.0.0.1:9100', 'localhost', '[::1]', '10.0.0.1', 'printer.local'];
  const urls = [
    ...hosts.flatMap((host) => [`http://${host}/x`, `https://${host}/x`]),
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ];
  return urls.map((url) => ({
    name: `an image at ${url}`,
    request: {
      service: 'agent',
      method: 'POST',
      path: '/v1/chat/completions',
      key: 'alpha',
      body: {
        model: 'sim/v1',
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
      },
    },
    expect: { status: [400, 422] },
  }));
}

export const attackClass: AttackClass = {
  title: 'addresses and names',
  attacks: () => [...attackImages(), ...attackEndpoints(), ...attackNames(), ...attackMetadata()],
};
