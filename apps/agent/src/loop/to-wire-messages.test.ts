import type { AgentMessage } from '@assay/contracts';
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
  it('puts a calling message in front of tools that have none', () => {
    assert.equal(roles(tool), 'assistant tool');
    assert.equal(roles(human, tool, tool), 'user assistant tool tool');
  });

  it('lets the AI message before a run of tools call them all', () => {
    assert.equal(roles(human, ai, tool, tool), 'user assistant tool tool');
  });

  it('puts nothing that the model did not say between a tool and a human', () => {
    assert.equal(roles(human, tool, human), 'user assistant tool user');
  });

  it('gives every tool message a call that comes before it, in any order of messages', () => {
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

  it('keeps every text, in order', () => {
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
  it('adds a turn between a tool and a user, and is undefined where there is no such place', () => {
    const added = addTurnsAfterTools(toWireMessages([human, tool, human, ai, tool]));
    assert.deepEqual(
      added?.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool'],
    );
    assert.equal(addTurnsAfterTools(toWireMessages([human, ai, tool])), undefined);
  });
});
