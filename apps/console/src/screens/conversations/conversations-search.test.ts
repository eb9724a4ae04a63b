import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConversationsSearch, toConversationsQuery } from './conversations-search.ts';

describe('the search parameters of conversations', () => {
  it('are ignored if they are invalid', () => {
    const search = { q: '', outcome: 'maybe', from: '2026-13-99', to: 'today', row: -1, model: 5 };
    assert.deepEqual(readConversationsSearch(search), { model: '5' });
  });

  it('become a query with the start of the first day and the end of the last day', () => {
    const search = readConversationsSearch({
      q: 'card',
      outcome: 'ok',
      from: '2026-11-01',
      to: '2026-11-01',
    });
    const { from = '', to = '', ...rest } = toConversationsQuery(search);
    assert.deepEqual(rest, { q: 'card', failed: false });
    assert.equal(Date.parse(to) - Date.parse(from), 24 * 3_600_000);
    assert.equal(new Date(from).getHours(), 0);
  });
});
