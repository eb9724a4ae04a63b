import type { AgentMessage } from '@assay/contracts';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toLangchain } from './to-langchain.ts';

const human: AgentMessage = { type: 'human', content: 'h', name: undefined };
const ai: AgentMessage = { type: 'ai', content: 'a', name: undefined };
const tool: AgentMessage = { type: 'tool', content: 't', name: 'search' };

function types(...messages: AgentMessage[]): string {
  return toLangchain(messages)
    .map((message) => message.type)
    .join(' ');
}

describe('toLangchain', () => {
  it('puts a calling message in front of tools that have none', () => {
    assert.equal(types(tool), 'ai tool');
    assert.equal(types(human, tool, tool), 'human ai tool tool');
  });

  it('lets the AI message before a run of tools call them all', () => {
    assert.equal(types(human, ai, tool, tool), 'human ai tool tool');
  });

  it('puts an AI message between a tool and a human', () => {
    assert.equal(types(human, tool, human), 'human ai tool ai human');
  });

  it('gives every tool message a call that comes before it, in any order of messages', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(human, ai, tool)), (messages) => {
        const called = new Set<string | undefined>();
        for (const message of toLangchain(messages)) {
          if (AIMessage.isInstance(message)) {
            for (const call of message.tool_calls ?? []) called.add(call.id);
          }
          if (ToolMessage.isInstance(message)) assert.ok(called.delete(message.tool_call_id));
        }
        assert.equal(called.size, 0);
      }),
    );
  });

  it('keeps every text, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(human, ai, tool)), (messages) => {
        const texts = toLangchain(messages)
          .map((message) => message.text)
          .filter((text) => text !== '' && text !== '(tool results noted)');
        assert.deepEqual(
          texts,
          messages.map((message) => message.content),
        );
      }),
    );
  });
});
