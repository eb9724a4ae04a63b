import type { AgentMessage } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTurnsAfterTools, toWireMessages } from './to-wire-messages.ts';

const human: AgentMessage = { type: 'human', content: 'h', name: undefined };
const ai: AgentMessage = { type: 'ai', content: 'a', name: undefined };
const tool: AgentMessage = { type: 'tool', content: 't', name: 'search' };
const anyHistory = fc.array(fc.constantFrom(human, ai, tool));

function roles(...messages: AgentMessage[]): string {
  return toWireMessages(messages)
    .map((message) => message.role)
    .join(' ');
}

describe('toWireMessages', () => {
  it('inserts a calling message before tool messages that have none', () => {
    assert.equal(roles(tool), 'assistant tool');
    assert.equal(roles(human, tool, tool), 'user assistant tool tool');
  });

  it('attaches the calls of consecutive tool messages to the AI message before them', () => {
    assert.equal(roles(human, ai, tool, tool), 'user assistant tool tool');
  });

  it('inserts no assistant turn between a tool message and a human message', () => {
    assert.equal(roles(human, tool, human), 'user assistant tool user');
  });

  it('every tool message has a preceding call, for any order of messages', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        const called = new Set<string>();
        for (const message of toWireMessages(messages)) {
          if (message.role === 'assistant') {
            for (const call of message.tool_calls ?? []) called.add(call.id);
          }
          if (message.role === 'tool') assert.ok(called.delete(message.tool_call_id));
        }
        assert.equal(called.size, 0);
      }),
    );
  });

  it('toWireMessages keeps every text, in order', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        const texts = toWireMessages(messages)
          .map((message) => message.content)
          .filter((text) => text !== '');
        assert.deepEqual(
          texts,
          messages.map((message) => message.content),
        );
      }),
    );
  });
});

describe('addTurnsAfterTools', () => {
  it('addTurnsAfterTools inserts a turn between tool and user, or returns undefined if none is needed', () => {
    const added = addTurnsAfterTools(toWireMessages([human, tool, human, ai, tool]));
    assert.deepEqual(
      added?.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool'],
    );
    assert.equal(addTurnsAfterTools(toWireMessages([human, ai, tool])), undefined);
  });
});
