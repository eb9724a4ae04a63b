import type { TestCallResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFailure } from './describe-failure.ts';

const FAILED: TestCallResult = {
  outcome: 'endpoint_failed',
  reply: null,
  error: { kind: 'bad_response', status: 200, message: 'no reply.', tries: 1, elapsed_ms: 1 },
  latency_ms: 1,
  protocol: 'custom',
  request: null,
  response: null,
  session: null,
  notes: [],
  proposed_session: null,
  proposed_reply: null,
};

describe('describeFailure', () => {
  const cases = [
    ['bot.yaml', false, 'if its reply is at /a, set reply: /a in bot.yaml'],
    ['bot.yaml', true, 'if its reply is at /a, set stream: sse:/a in bot.yaml'],
    [
      undefined,
      false,
      'if its reply is at /a, pass --reply /a, or set target: { reply: /a } in fairtrial.config.yaml',
    ],
  ] as const;
  for (const [file, isStream, advice] of cases) {
    it(`proposes the pointer to the reply with the field and file to change: ${advice}`, () => {
      const said = describeFailure({ ...FAILED, proposed_reply: '/a' }, { file, isStream });
      assert.equal(said, `failed (bad_response): no reply. What to do: ${advice}`);
    });
  }

  it('proposes another value of --reply if that option overrides a target', () => {
    const place = { file: 'bot.yaml', isStream: false, isReplyOption: true };
    const said = describeFailure({ ...FAILED, proposed_reply: '/a' }, place);
    assert.match(said, /What to do: if its reply is at \/a, pass --reply \/a$/);
  });

  it('an HTTP error leads to the target if there is one, and to a proxy if JSON is not accepted', () => {
    const place = { file: 'bot.yaml', isStream: false };
    const failed = (status: number): TestCallResult => ({
      ...FAILED,
      error: { kind: 'http', status, message: 'no', tries: 1, elapsed_ms: 1 },
    });
    assert.match(describeFailure(failed(404), place), /check method, path and body in bot\.yaml$/);
    assert.match(describeFailure(failed(415), place), /put a proxy that accepts JSON before the/);
    const without = describeFailure(failed(404), { file: undefined, isStream: false });
    assert.match(without, /and --protocol$/);
  });

  it('proposes the pointer to the id of the session', () => {
    const place = { file: 'bot.yaml', isStream: false };
    const said = describeFailure({ ...FAILED, proposed_session: '/data/id' }, place);
    assert.match(said, /at \/data\/id, set from: \/data\/id below session: in bot\.yaml$/);
  });
});
