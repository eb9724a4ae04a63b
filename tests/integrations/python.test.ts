import { EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';

const run = promisify(execFile);
const FOLDER = 'integrations/python';
const KEY = 'key-of-the-python-client';

/** Finds a Python with this module: the one on PATH, or Debian's. */
async function findPython(module: string): Promise<string | undefined> {
  for (const python3 of ['python3', '/usr/bin/python3']) {
    const found = await run(python3, ['-c', `import ${module}`]).catch(() => undefined);
    if (found) return python3;
  }
  return undefined;
}

/** The parameters of a route in its OpenAPI document, without those that the client fills in. */
function queryNames(path: string, filledIn: readonly string[]): readonly string[] {
  const text = readFileSync('docs/openapi/evals.json', 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, { get: { parameters: { name: string; in: string }[] } }>;
  };
  return (paths[path]?.get.parameters ?? [])
    .filter(({ name, in: where }) => where === 'query' && !filledIn.includes(name))
    .map(({ name }) => name)
    .toSorted();
}

describe('the Python client', () => {
  let simulator: Service;
  let evals: Service;

  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEY });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  /** Runs a program with a client `fairtrial`, an `endpoint` and a `batch`; its output must be JSON. */
  async function python(lines: string, server = evals.url): Promise<unknown> {
    const program = [
      'import json, sys',
      'from fairtrial import Fairtrial, FairtrialError, GateFailed',
      'fairtrial = Fairtrial(sys.argv[1], api_key=sys.argv[2])',
      'endpoint = sys.argv[3]',
      'batch = {"interactions": [{"user_message": "Hello", "reference_reply": "Hello"}]}',
      lines,
    ].join('\n');
    const args = ['-c', program, server, KEY, `${simulator.url}/v1`];
    const { stdout } = await run('python3', args, { cwd: FOLDER });
    return JSON.parse(stdout);
  }

  it('plays a batch, lists and compares runs, evaluates gates and exports', async () => {
    const found = await python(`
one = fairtrial.evaluate(batch, endpoint=endpoint, model_id="sim/echo", attempts=2, test_name="one")
two = fairtrial.evaluate([batch, batch], endpoint=endpoint, model_id="sim/echo", attempts=2)
try:
    fairtrial.check(one["run_id"], ["overall >= 0", "answered < 10%"])
    failed = None
except GateFailed as error:
    failed = str(error)
print(json.dumps({
    "message": one["message"],
    "attempts": len(one["results"]["scenarios"][0]["attempts"]),
    "listed": [run["run_id"] for run in fairtrial.runs(limit=1)] == [two["run_id"], one["run_id"]],
    "compared": fairtrial.compare(one["run_id"], two["run_id"])["metric"],
    "passed": fairtrial.check(one["run_id"], ["overall >= 0"])["verdict"],
    "failed": failed,
    "csv": fairtrial.export(one["run_id"], "csv").decode().count("\\n"),
}))`);
    assert.deepEqual(
      { ...(found as object), failed: undefined },
      {
        message: 'Evaluation completed successfully',
        attempts: 2,
        listed: true,
        compared: 'overall',
        passed: 'pass',
        failed: undefined,
        csv: 3,
      },
    );
    assert.match((found as { failed: string }).failed, /^fail: answered < 10%: /m);
  });

  it('reports the reason and the code of a refusal', async () => {
    const errors = await python(`
def said(call):
    try:
        call()
    except FairtrialError as error:
        return [error.status, error.code, str(error)]
print(json.dumps([
    said(lambda: fairtrial.run("00000000-0000-7000-8000-000000000000")),
    said(lambda: fairtrial.start({"interactions": []}, endpoint=endpoint, model_id="m")),
    said(lambda: Fairtrial(sys.argv[1], api_key="wrong").run("x")),
    said(lambda: Fairtrial("http://127.0.0.1:1", retries=0).run("x")),
]))`);
    const [missing, wrong, unauthorized, away] = errors as [number, string, string][];
    assert.deepEqual(missing?.slice(0, 2), [404, 'run_not_found']);
    assert.equal(wrong?.[0], 422);
    assert.match(wrong?.[2] ?? '', /\/test_batch.*interactions/);
    assert.equal(unauthorized?.[0], 401);
    assert.deepEqual([away?.[0], away?.[1]], [null, null]);
    assert.match(away?.[2] ?? '', /^http:\/\/127\.0\.0\.1:1 cannot be reached: /);
  });

  it('refuses unknown arguments, and knows every field of the request and every filter', async () => {
    const said = await python(`
import fairtrial as module
def said(call):
    try:
        call()
    except TypeError as error:
        return str(error)
target = {"endpoint": endpoint, "model_id": "m"}
print(json.dumps({
    "said": [
        said(lambda: fairtrial.evaluate(batch, **target, attemps=3)),
        said(lambda: fairtrial.start(batch, **target, colour="blue")),
        said(lambda: fairtrial.runs(tags="x")),
        said(lambda: fairtrial.compare("a", "b", metrik="overall")),
    ],
    "evaluate": sorted(module._EVALUATE_OPTIONS),
    "runs": sorted(module._RUNS_FILTERS),
    "compare": sorted(module._COMPARE_OPTIONS),
}))`);
    const found = said as Record<'said' | 'evaluate' | 'runs' | 'compare', string[]>;
    const [evaluate, start, runs, compare] = found.said;
    const unexpected = 'got an unexpected keyword argument';
    assert.equal(evaluate, `evaluate() ${unexpected} 'attemps'; did you mean attempts?`);
    assert.match(start ?? '', /^start\(\) got .* 'colour'; it takes attempts, /);
    assert.equal(runs, `runs() ${unexpected} 'tags'; did you mean tag?`);
    assert.equal(compare, `compare() ${unexpected} 'metrik'; did you mean metric?`);

    const positional = new Set(['test_batch', 'endpoint', 'model_id']);
    const fields = Object.keys(EvaluationRequest.shape).filter((name) => !positional.has(name));
    assert.deepEqual(found.evaluate, fields.toSorted());
    assert.deepEqual(found.runs, queryNames('/runs', ['cursor']));
    assert.deepEqual(found.compare, queryNames('/compare', ['baseline', 'candidate']));
  });

  it('retries idempotent requests with the same key, and sends its secret to no other host', async () => {
    let calls = 0;
    await using elsewhere = await startStub((_, response) => sendJson(response, {}));
    await using server = await startStub((request, response) => {
      calls += 1;
      if (request.path === '/runs/moved')
        return response.writeHead(307, { location: `${elsewhere.url}/x` }).end();
      if (calls < 3) return response.writeHead(503, { 'retry-after': '0' }).end('busy');
      return sendJson(response, { run_id: 'r' }, 202);
    });
    const found = await python(
      `
run = fairtrial.start(batch, endpoint=endpoint, model_id="m")
try:
    fairtrial.run("moved")
except FairtrialError as error:
    print(json.dumps([run, error.status]))`,
      server.url,
    );
    assert.deepEqual(found, ['r', 307]);
    const keys = server.requests.slice(0, 3).map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys).size, 1);
    assert.equal(elsewhere.requests.length, 0);
  });

  const RUNNERS = {
    unittest: { args: ['-m', 'unittest', 'test_example'], passed: /Ran 1 test[\s\S]*OK/ },
    pytest: { args: ['-m', 'pytest', '-p', 'no:cacheprovider', '.'], passed: /1 passed/ },
  };
  for (const [runner, { args, passed }] of Object.entries(RUNNERS)) {
    it(`has an example that runs as a test with ${runner}`, async (t) => {
      const python3 = await findPython(runner);
      if (python3 === undefined) {
        assert.notEqual(process.env['CI'], 'true', `no Python here has ${runner}`);
        t.skip(`no Python here has ${runner}`);
        return;
      }
      // As correct as the reference, in different words.
      const reply = 'Please freeze the card in the app right now. I can cancel it for you, too.';
      await using model = await startStub((_, response) =>
        sendJson(response, chatCompletion(reply)),
      );
      const env = {
        PATH: process.env['PATH'] ?? '',
        FAIRTRIAL_SERVER: evals.url,
        FAIRTRIAL_API_KEY: KEY,
        FAIRTRIAL_ENDPOINT: `${model.url}/v1`,
        FAIRTRIAL_MODEL: 'm',
      };
      const { stdout, stderr } = await run(python3, args, { cwd: FOLDER, env });
      assert.match(stdout + stderr, passed);
      const dead = { ...env, FAIRTRIAL_ENDPOINT: 'http://127.0.0.1:1/v1' };
      const said = await run(python3, args, { cwd: FOLDER, env: dead }).catch(
        (failed: { stdout: string; stderr: string }) => failed,
      );
      assert.match(said.stdout + said.stderr, /GateFailed/);
    });
  }
});
