import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig as readAgent } from '../apps/agent/src/config.ts';
import { readConfig as readEvals } from '../apps/evals/src/config.ts';

const FINE_TUNED = '0123456789abcdef0123456789abcdef';

function namesIn(files: readonly string[], pattern: RegExp): string[] {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? ''),
  );
  return [...new Set(names)].toSorted();
}

test('.env.example lists every variable the services read, and no other', () => {
  const readers = [
    ...globSync('apps/*/src/{config,read-*}.ts').filter((file) => !file.endsWith('.test.ts')),
    'packages/server/src/env/read-service-env.ts',
  ];
  const own = ['AGENT', 'EVALS'].flatMap((prefix) => [`${prefix}_HOST`, `${prefix}_PORT`]);
  const read = [
    ...own,
    ...namesIn(readers, /^ {2,4}([A-Z][A-Z_]+): /gm),
    ...namesIn(readers, /env\['([A-Z_]+)'\]/g),
  ].filter((name) => !['PORT', 'HOST', 'OWN_PORT'].includes(name));
  const listed = namesIn(['.env.example'], /^([A-Z_]+)=/gm);
  assert.deepEqual(listed, [...new Set(read)].toSorted());
});

test('no service takes a variable of .env.example for a misspelt one', () => {
  for (const name of namesIn(['.env.example'], /^([A-Z_]+)=/gm))
    for (const read of [readAgent, readEvals])
      assert.deepEqual(
        warningsOf(() => read({ [name]: '1' })),
        [],
        name,
      );
});

const UNREAD = 'this service does not read these variables: ';

test('a service names variables that begin like its own and that no service reads', () => {
  const both = ['AGENT_MAX_STEPS', 'EGRESS_ALLOWLIST', 'FAIRTRIAL_KEYS'];
  const evals = [...both, 'EMBEDDINGS_KEY', 'ENDPOINT_URL', 'EVALS_TOKEN', 'JUDGE_KEY', 'SCORER'];
  const agent = [...both, 'HUB_TOKEN', 'MCP_SERVER', 'STUDIO_PROTOCOL'];
  const software = ['OPENAI_ORG_ID', 'OTEL_SERVICE_NAME', 'PGHOST', 'NODE_ENV', 'npm_config_x'];
  const own = ['AGENT_PORT_8000_TCP', 'EVALS_SERVICE_HOST', 'STUDIO_MODEL_QWEN', 'HUB_DOCS_TOKEN'];
  const env = {
    ...Object.fromEntries(
      [...evals, ...agent, ...software, ...own].map((name) => [name, FINE_TUNED]),
    ),
    MCP_SERVERS: '[{"name": "docs", "url": "http://mcp.test", "token_env": "HUB_DOCS_TOKEN"}]',
  };
  for (const [read, named] of [
    [readEvals, evals],
    [readAgent, agent],
  ] as const) {
    const [warning = ''] = read(env).warnings;
    const names = warning.replaceAll(/ \(did you mean \w+\?\)/g, '').replace(UNREAD, '');
    assert.deepEqual(names.split(', '), named.toSorted());
  }
});

/** A service that refuses the value reads the variable. */
function warningsOf(read: () => { readonly warnings: readonly string[] }): readonly string[] {
  try {
    return read().warnings;
  } catch {
    return [];
  }
}
