import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exampleInteraction,
  examplePlan,
  exampleScenario,
  exampleTurn,
} from '../../testing/example-rows.ts';
import type { RunPlan } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import { buildConversation } from './conversation.ts';

const scenario = exampleScenario({
  interactions: ['one', 'two', 'three'].map((word) =>
    exampleInteraction({ user_message: word, reference_reply: `reference ${word}` }),
  ),
});

function turn(reply: string | undefined): Turn {
  return reply === undefined
    ? exampleTurn({ outcome: 'endpoint_failed', reply: 'Request failed' })
    : exampleTurn({ reply });
}

function said(changes: Partial<RunPlan>, replies: readonly (string | undefined)[]): string[] {
  return buildConversation(examplePlan(changes), scenario, replies.map(turn)).map(
    ({ role, content }) => `${role}: ${content}`,
  );
}

describe('buildConversation', () => {
  it('buildConversation sends the generated replies by default', () => {
    assert.deepEqual(said({}, ['first', 'second']), [
      'user: one',
      'assistant: first',
      'user: two',
      'assistant: second',
      'user: three',
    ]);
  });

  it('buildConversation sends the reference replies or no history if the plan says so', () => {
    assert.deepEqual(said({ history: 'reference' }, ['first']), [
      'user: one',
      'assistant: reference one',
      'user: two',
    ]);
    assert.deepEqual(said({ history: 'none' }, ['first']), ['user: two']);
  });

  it('buildConversation starts with the system prompt', () => {
    assert.deepEqual(said({ systemPrompt: 'Be kind.' }, []), ['system: Be kind.', 'user: one']);
  });

  it('buildConversation merges the user messages around a failed turn and adds no reply', () => {
    assert.deepEqual(said({}, [undefined, 'second']), [
      'user: one\n\ntwo',
      'assistant: second',
      'user: three',
    ]);
    assert.deepEqual(said({}, [undefined, undefined]), ['user: one\n\ntwo\n\nthree']);
  });
});
