import type { ToolCall } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunPlan } from '../../entities/run.ts';
import { callsOfConversation, callsOfTurn } from './reported-calls.ts';

const PLAN = { parameters: {} } as RunPlan;

function turn(
  count: number | undefined,
  flags: readonly string[] = [],
): { readonly toolCalls: readonly ToolCall[] | undefined; readonly flags: readonly string[] } {
  const toolCalls =
    count === undefined
      ? undefined
      : Array.from({ length: count }, () => ({ name: 'f', arguments: {} }));
  return { toolCalls, flags };
}

describe('the tool calls that checks read', () => {
  it('of a turn are cut if the turn has the flag', () => {
    assert.equal(callsOfTurn(turn(1000), PLAN).isCut, false);
    assert.equal(callsOfTurn(turn(1000, ['tool_calls_cut']), PLAN).isCut, true);
  });

  it('of a conversation are cut if one of its turns has the flag', () => {
    assert.equal(callsOfConversation([turn(1), turn(undefined)], PLAN).isCut, false);
    assert.equal(callsOfConversation([turn(1, ['tool_calls_cut']), turn(1)], PLAN).isCut, true);
  });

  it('of a conversation are the first 1,000, and further calls count as left out', () => {
    const exactly = callsOfConversation([turn(400), turn(600)], PLAN);
    assert.deepEqual([exactly.toolCalls?.length, exactly.isCut], [1000, false]);
    const many = callsOfConversation(
      Array.from({ length: 50 }, () => turn(1000)),
      PLAN,
    );
    assert.deepEqual([many.toolCalls?.length, many.isCut], [1000, true]);
  });

  it('of a conversation are unknown if no turn reports a list', () => {
    const { toolCalls, isCut } = callsOfConversation([turn(undefined)], PLAN);
    assert.deepEqual([toolCalls, isCut], [undefined, false]);
  });
});
