import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NONE_MISREAD, type MisreadCount } from '../summary/count-problems.ts';
import { findMisread } from './find-problem.ts';

/** The headline of a run whose 20 turns all failed. */
function headlineOf(misread: MisreadCount): ReturnType<typeof findMisread> {
  return findMisread({ name: 'the run', turns: { finished: 20, failed: 20 }, misread });
}

describe('findMisread', () => {
  it('turns without a session id that can be read are misread: the advice names target.session.from', () => {
    const misread = { ...NONE_MISREAD, turns: 7, withoutSession: 7, unsent: 13 };
    const headline = headlineOf({ ...misread, proposedSession: '/chat/id' });
    assert.deepEqual([headline?.result, headline?.exit_code], ['replies_misread', 3]);
    assert.equal(headline?.title, '7 of 20 turns in the run have no session id that can be read');
    assert.equal(
      headline?.next,
      'If the session id is at /chat/id, run it again with `target.session.from` set to that.',
    );
    assert.match(
      headlineOf(misread)?.next ?? '',
      /`target\.session\.from` set to the JSON Pointer/,
    );
  });

  it('turns that were not sent for another reason than a missing session id are failed requests', () => {
    assert.equal(headlineOf({ ...NONE_MISREAD, turns: 7, unsent: 13 }), undefined);
  });
});
