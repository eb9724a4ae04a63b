import type { Target } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  adoptProposal,
  copyTarget,
  fillTarget,
  readTarget,
  type TargetFields,
} from './choose-target.ts';
import { NEW_REQUEST, type OwnRequest } from './own-request.ts';

const FORM: TargetFields = { protocol: undefined, reply: '', target: '', own: NEW_REQUEST };
const BODY = { messages: '{{messages}}' };

function use(change: Partial<OwnRequest> = {}): TargetFields {
  return { ...FORM, own: { ...NEW_REQUEST, isUsed: true, ...change } };
}

test('without a choice in the form, protocol and target are those of the batch', () => {
  const batch = { protocol: 'agent', target: { body: 1 } };
  assert.deepEqual(readTarget(FORM, batch), batch);
  assert.deepEqual(readTarget(FORM), {});
});

test('the path of the reply in the form is added to the target of the batch', () => {
  const batch = { target: { reply: '/old', metadata: '/labels' } };
  assert.deepEqual(readTarget({ ...FORM, reply: ' /new ' }, batch), {
    target: { reply: '/new', metadata: '/labels' },
  });
  assert.deepEqual(readTarget({ ...FORM, reply: '/new' }, { target: 'chat' }), {
    target: { reply: '/new' },
  });
});

test('an own request replaces target and protocol of the batch', () => {
  const batch = { protocol: 'openai', target: 'chat' };
  assert.deepEqual(readTarget({ ...use(), protocol: 'agent' }, batch), { target: { body: BODY } });
});

test('an own request that only says where the reply is keeps the protocol', () => {
  const form = use({ body: '', metadata: '/labels' });
  assert.deepEqual(readTarget({ ...form, protocol: 'responses' }), {
    protocol: 'responses',
    target: { metadata: '/labels' },
  });
});

test('a stored target is sent by its name', () => {
  assert.deepEqual(readTarget({ ...use(), target: 'chat' }), { target: 'chat' });
});

test('the target of a loaded request fills the form', () => {
  assert.deepEqual(fillTarget(use(), undefined), {});
  const unused = { ...NEW_REQUEST, isUsed: false };
  assert.deepEqual(fillTarget(use(), 'chat'), { target: 'chat', own: unused });
  assert.deepEqual(fillTarget(use(), { reply: '/a' }), { target: '', own: unused, reply: '/a' });
  const { own, target } = fillTarget({ ...FORM, target: 'chat' }, { path: '/chat', body: BODY });
  assert.deepEqual([target, own?.isUsed, own?.path], ['', true, '/chat']);
});

test('a target that the form cannot show stays in the batch', () => {
  assert.deepEqual(fillTarget(FORM, { bodyy: 1 }), { target: '', reply: '', own: NEW_REQUEST });
});

test('a proposed path of the reply goes where the reply is read: the form, an own request, or the events of a stream', () => {
  const reply = '/data/answer';
  assert.deepEqual(adoptProposal(copyTarget(FORM, undefined), { reply }), { reply });
  assert.equal(adoptProposal(copyTarget(use(), undefined), { reply }).own?.reply, reply);
  const streamed = adoptProposal(copyTarget(use({ stream: '/old' }), undefined), { reply }).own;
  assert.deepEqual([streamed?.stream, streamed?.reply], [reply, '']);
});

test('a proposal for a stored target changes a copy of it', () => {
  const form = { ...FORM, target: 'chat' };
  const copy = copyTarget(form, { body: BODY } as Target);
  const change = adoptProposal(copy, { reply: '/a' });
  assert.deepEqual(
    [change.target, change.own?.isUsed, change.own?.name, change.own?.reply],
    ['', true, 'chat', '/a'],
  );
});

test('a proposal for the target of the batch changes a copy of it', () => {
  const batch = { target: { body: BODY, session: { from: '/id' } } };
  const { own } = adoptProposal(copyTarget(FORM, undefined, batch), { session: '/data/id' });
  assert.deepEqual([own?.isUsed, own?.session, own?.sessionFrom], [true, 'reply', '/data/id']);
});

test('a proposed session is read from each response, unless a call opens it', () => {
  const session = '/id';
  const adopt = (change: Partial<OwnRequest>): OwnRequest | undefined =>
    adoptProposal(use(change).own, { session }).own;
  assert.deepEqual([adopt({})?.session, adopt({})?.sessionFrom], ['reply', '/id']);
  assert.equal(adopt({ session: 'open' })?.session, 'open');
});
