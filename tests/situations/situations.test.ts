import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSituations, type PlayedSituations } from './open-situations.ts';
import { SITUATIONS } from './table/all.ts';

describe('every interface reports the same headline for', () => {
  let played: PlayedSituations;
  before(async () => {
    played = await openSituations(SITUATIONS);
  });
  after(() => played[Symbol.asyncDispose]());

  for (const { name, says, shows = /^/ } of SITUATIONS) {
    it(name, async () => {
      const headlines = [];
      const subjects = await played.subjectsOf(name);
      assert.equal(subjects.length, says.length);
      for (const [at, subject] of subjects.entries()) {
        const expected = says[at];
        assert.ok(expected);
        headlines.push(await played.assertAgree(subject, expected));
      }
      assert.match(`${headlines[0]?.title}. ${headlines[0]?.why}`, shows);
    });
  }

  it('the newest runs, in lists', () => played.assertListsAgree());
});
