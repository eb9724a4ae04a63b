import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOtherModel } from './is-other-model.ts';

describe('isOtherModel', () => {
  for (const [asked, answered] of [
    ['gpt-4o', 'gpt-4o'],
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['openai/gpt-4o', 'gpt-4o'],
    ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4o', 'openai/gpt-4o'],
    ['openrouter/openai/gpt-4o', 'openai/gpt-4o'],
    ['GPT-4o', 'gpt-4o'],
    ['gpt-4', 'gpt-4-0613'],
    ['gemini-1.5-pro', 'models/gemini-1.5-pro-002'],
    ['models/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['claude-sonnet-4', 'claude-sonnet-4-20250514'],
    ['claude-3-5-sonnet@20240620', 'claude-3-5-sonnet'],
    ['us.anthropic.claude-3-5-sonnet-20240620-v1:0', 'claude-3-5-sonnet'],
    ['anthropic/claude-3.5-sonnet', 'claude-3-5-sonnet-20240620'],
    ['llama-3-70b', '/models/llama-3-70b'],
    ['mistral-large-latest', 'mistral-large-2407'],
    ['llama3', 'llama3:latest'],
    ['meta-llama/llama-3.1-8b-instruct:free', 'meta-llama/llama-3.1-8b-instruct'],
    ['accounts/fireworks/models/llama-v3p1-8b', 'llama-v3p1-8b'],
    ['ft:gpt-4o-mini:team::abc', 'ft:gpt-4o-mini:team::abc'],
    ['sim/v1', 'sim/v1'],
    ['0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01', 'gpt-4o-mini'],
  ] as const) {
    it(`${answered} is the same model as ${asked}`, () =>
      assert.equal(isOtherModel(asked, answered), false));
  }

  for (const [asked, answered] of [
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4', 'gpt-4-turbo'],
    ['gpt-4', 'gpt-4.1'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
    ['o1', 'o3'],
    ['sim/v1', 'sim/v2'],
    ['sim/v1', 'other/v1'],
    ['openai/gpt-5', 'meta-llama/llama-3.1-8b-instruct'],
    ['llama-3.1-8b', 'llama-3.1-70b'],
    ['llama3:8b', 'llama3:70b'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-haiku-20241022'],
    ['gemini-2.5-pro', 'gemini-2.5-flash'],
    ['ft:gpt-4o-mini:team::abc', 'gpt-4o-mini'],
    ['my-deployment', 'gpt-4o'],
  ] as const) {
    it(`${answered} is another model than ${asked}`, () => {
      assert.equal(isOtherModel(asked, answered), true);
    });
  }
});
