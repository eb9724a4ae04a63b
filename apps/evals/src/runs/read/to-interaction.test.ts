import type { ToolCall } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedInteraction, RunPlan } from '../../entities/run.ts';
import type { GradedTurn } from '../../entities/turn.ts';
import { toConversation, toInteraction } from './to-interaction.ts';

const CHECKS = [{ tools: ['search'] }];
const DECIDED = [{ type: 'tools' as const, passed: false, detail: "missing: 'search'" }];
const INTERACTION = { checks: CHECKS, extra: {} } as unknown as PlannedInteraction;

function planWith(parameters: Readonly<Record<string, unknown>>): RunPlan {
  return { parameters, scenarios: [{ checks: CHECKS, interactions: [] }] } as unknown as RunPlan;
}

function turnWith(toolCalls: readonly ToolCall[] | undefined): GradedTurn {
  return { toolCalls, checks: DECIDED, scores: {}, flags: [] } as unknown as GradedTurn;
}

describe('the rows of a tools check', () => {
  it('are shown by the rule that decided the check, also if the stored turn has no list of calls', () => {
    const offered = planWith({ tools: [{ type: 'function', function: { name: 'search' } }] });
    const missing = [{ expected: { name: 'search' }, made: null, mark: 'missing' }];
    const turn = turnWith(undefined);
    assert.deepEqual(toInteraction(INTERACTION, turn, offered).checks[0]?.calls, missing);
    const score = { scenarioNo: 0, attemptNo: 0, scores: {}, checks: DECIDED, passed: false };
    assert.deepEqual(toConversation(offered, score, [turn]).checks[0]?.calls, missing);
    assert.equal(toInteraction(INTERACTION, turn, planWith({})).checks[0]?.calls, undefined);
  });

  it('have at most 2,000 characters of arguments, and tool_calls has them whole', () => {
    const calls = [1992, 1993].map((length) => ({
      name: 'search',
      arguments: { q: 'x'.repeat(length) },
    }));
    const { checks, tool_calls } = toInteraction(INTERACTION, turnWith(calls), planWith({}));
    const [whole, cut] = (checks[0]?.calls ?? []).map(({ made }) => made?.arguments);
    assert.deepEqual(whole, calls[0]?.arguments);
    assert.equal(cut, `${JSON.stringify(calls[1]?.arguments).slice(0, 2000)}…`);
    assert.deepEqual(tool_calls, calls);
  });
});
