import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { chat } from '../support/calls/chat.ts';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';

const GUIDE = await readFile('docs/operate.md', 'utf8');

const TOOL_CALL = {
  id: 'c',
  choices: [
    {
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 't', type: 'function', function: { name: 'current_time', arguments: '{}' } },
        ],
      },
    },
  ],
};

/** The names in the first column of the table below a heading. */
function namesBelow(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] ?? '').toSorted();
}

async function metricsOf(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1] ?? '');
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

async function rules(): Promise<readonly Rule[]> {
  const { groups } = parse(await readFile('docs/alerts.yaml', 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  return groups.flatMap((group) => group.rules);
}

describe('the guide for operators', () => {
  it('names exactly the metrics that exist', async () => {
    const release = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let calls = 0;
    await using hub = await startStub(async (_, response) => {
      calls += 1;
      asked.resolve();
      await release.promise;
      sendJson(response, calls === 1 ? TOOL_CALL : chatCompletion('done'));
    });
    await using agent = await startService('agent', {
      HUB_BASE_URL: `${hub.url}/v1`,
      MODEL_PRICES: '{"a/b": {"input": 1, "output": 1}}',
      MAX_REQUESTS: '1',
    });
    await using evals = await startService('evals');
    const answer = chat(agent, { modelId: 'a/b' });
    await asked.promise;
    assert.equal((await chat(agent, { modelId: 'a/b' })).status, 503, 'full');
    release.resolve();
    assert.equal((await answer).status, 200);
    await (await fetch(`${evals.url}/readyz`)).text();

    const served = [...(await metricsOf(agent.url)), ...(await metricsOf(evals.url))];
    assert.deepEqual(namesBelow('Metrics'), [...new Set(served)].toSorted());
  });

  it('describes every alert, and the alerts use metrics that exist', async () => {
    const alerts = await rules();
    assert.deepEqual(namesBelow('Alerts'), alerts.map(({ alert }) => alert).toSorted());
    const known = new Set([...namesBelow('Metrics'), 'up']);
    for (const { alert, expr } of alerts) {
      const named = [...expr.matchAll(/\b([a-z]\w*_\w+|up)\b(?=[{[\s)])/g)].map(
        (match) => match[1]?.replace(/_count$/, '') ?? '',
      );
      assert.ok(named.length > 0, alert);
      for (const name of named) assert.ok(known.has(name), `${alert}: ${name}`);
    }
  });
});
