import { createNoopMeter } from '@opentelemetry/api';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createToollessModels, refusesTools } from './toolless-models.ts';

const failure = (status: number | null, message: string) =>
  ({ state: 'failed', kind: 'http', status, message }) as Parameters<typeof refusesTools>[0];

/** Error texts of real providers. */
const REFUSALS = [
  [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
  [404, 'No endpoints found that support tool use. To learn more about provider routing, visit: x'],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [400, '`tool calling` is not supported with this model'],
  [400, 'deepseek-reasoner does not support Function Calling'],
  [400, "Unsupported parameter: 'tools' is not supported with this model."],
  [400, 'Unrecognized request argument supplied: tools'],
  [500, 'tools param requires --jinja flag'],
] as const;

const OTHERS = [
  [
    400,
    "This model's maximum context length is 8192 tokens; 9000 were in the messages and functions",
  ],
  [400, "Invalid 'tools': array too long. Expected an array with maximum length 128"],
  [400, "Invalid schema for function 'math__add': format 'uri' is not supported"],
  [400, 'a tool message answers no call (abc)'],
  [400, "Invalid 'tools[3].function.name': string does not match pattern"],
  [400, 'tools: Tool names must be unique.'],
  [400, 'Function call is missing a thought_signature in functionCall parts'],
  [404, 'The model functionary/small does not exist'],
  [null, 'this model does not support tools'],
] as const;

describe('refusesTools', () => {
  it('refusesTools recognises the error texts of providers without tool support', () => {
    for (const [status, message] of REFUSALS) {
      assert.equal(refusesTools(failure(status, message)), true, message);
    }
  });

  it('refusesTools ignores other errors that mention tools', () => {
    for (const [status, message] of OTHERS) {
      assert.equal(refusesTools(failure(status, message)), false, message);
    }
  });
});

describe('createToollessModels', () => {
  it('a model without tool support is logged with the error, and offered tools again after ten minutes', () => {
    let now = 1000;
    const logged: object[] = [];
    const log = { warn: (fields: object) => void logged.push(fields) };
    const models = createToollessModels({ log, meter: createNoopMeter(), now: () => now });
    models.add('a/b', 'no tools here');
    assert.deepEqual(logged, [{ model: 'a/b', refusal: 'no tools here' }]);
    assert.equal(models.has('a/b'), true);
    now += 10 * 60_000 + 1;
    assert.equal(models.has('a/b'), false);
  });
});
