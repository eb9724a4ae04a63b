import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigFile } from './config-file.ts';
import { mergeRunSettings } from './run-settings.ts';

const CONFIG = ConfigFile.parse({
  model: 'old',
  attempts: 5,
  gates: ['overall >= 0.8'],
  tags: { branch: 'main', build: 7 },
  judge: { instructions: 'Be kind.' },
});

describe('mergeRunSettings', () => {
  it('run settings come from the configuration file without options', () => {
    assert.deepEqual(mergeRunSettings(CONFIG, {}).request, {
      model_id: 'old',
      attempts: 5,
      gates: ['overall >= 0.8'],
      tags: ['branch=main', 'build=7'],
      judge: CONFIG.judge,
    });
    assert.deepEqual(mergeRunSettings(ConfigFile.parse({}), {}).request, {});
  });

  it('options override run settings; gates and tags of both are used', () => {
    const flags = { model: 'new', stopEarly: true, gate: ['no regression'], tag: ['who=me'] };
    const { request } = mergeRunSettings(CONFIG, flags);
    assert.partialDeepStrictEqual(request, {
      model_id: 'new',
      attempts: 5,
      stop_early: true,
      gates: ['overall >= 0.8', 'no regression'],
      tags: ['branch=main', 'build=7', 'who=me'],
    });
  });

  it('endpoint settings come from options, then from the configuration file', () => {
    const config = ConfigFile.parse({
      protocol: 'prompt',
      history: 'none',
      system_prompt: 'Be short.',
    });
    const { request } = mergeRunSettings(config, {
      protocol: 'openai',
      target: { reply: '/data/answer' },
      systemPrompt: 'Be kind.',
      strict: true,
    });
    assert.deepEqual(request, {
      protocol: 'openai',
      target: { reply: '/data/answer' },
      history: 'none',
      system_prompt: 'Be kind.',
      strict: true,
    });
  });

  it('--judge sets the number of samples and keeps the other judge settings of the configuration file', () => {
    const { request } = mergeRunSettings(CONFIG, { judge: { samples: 3 } });
    assert.partialDeepStrictEqual(request['judge'], { samples: 3, instructions: 'Be kind.' });
    assert.equal(mergeRunSettings(CONFIG, { judge: false }).request['judge'], false);
  });

  it('the baseline is passed on by name: the service resolves it to a run', () => {
    const config = ConfigFile.parse({ baseline: 'pinned', branch: 'main', against: 'old' });
    const { request } = mergeRunSettings(config, { baseline: 'latest' });
    assert.deepEqual(request, { baseline: 'latest', branch: 'main', against: 'old' });
  });

  it('allowed failures become a gate', () => {
    const { request } = mergeRunSettings(CONFIG, { allowFailures: true });
    assert.deepEqual(request['gates'], ['overall >= 0.8', 'allow failures']);
  });
});
