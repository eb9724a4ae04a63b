import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigFile } from './config-file.ts';
import { mergeDataset, mergeRunSettings } from './run-settings.ts';

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
    const config = ConfigFile.parse({ baseline: 'pinned', branch: 'main' });
    const { request } = mergeRunSettings(config, { baseline: 'latest' });
    assert.deepEqual(request, { baseline: 'latest', branch: 'main' });
  });

  it('an option for a baseline or a second model replaces both of the configuration file', () => {
    const config = ConfigFile.parse({ baseline: 'latest' });
    assert.deepEqual(mergeRunSettings(config, { against: 'old' }).request, { against: 'old' });
    const other = ConfigFile.parse({ against: 'old' });
    assert.deepEqual(mergeRunSettings(other, { baseline: 'pinned' }).request, {
      baseline: 'pinned',
    });
    assert.deepEqual(mergeRunSettings(config, {}).request, { baseline: 'latest' });
  });

  it('allowed failures become a gate', () => {
    const { request } = mergeRunSettings(CONFIG, { allowFailures: true });
    assert.deepEqual(request['gates'], ['overall >= 0.8', 'allow failures']);
  });
});

describe('mergeDataset', () => {
  const stored = ConfigFile.parse({
    dataset: 'support@7',
    filter: { tags: ['card'], sample: { n: 5, seed: 'x' } },
  });
  const none = ConfigFile.parse({});

  it('the dataset and its filter come from options, then from the configuration file', () => {
    const { dataset, filter } = stored;
    assert.deepEqual(mergeDataset(stored, {}, false), { dataset, filter });
    const options = { dataset: 'bank', filterTag: ['hotel'], filterId: ['a'], sample: 3 };
    assert.deepEqual(mergeDataset(stored, options, false), {
      dataset: 'bank',
      filter: { tags: ['hotel'], ids: ['a'], sample: { n: 3, seed: 'x' } },
    });
    assert.deepEqual(mergeDataset(none, { dataset: 'bank' }, false), { dataset: 'bank' });
  });

  it('files of the command line are played instead of the dataset of the configuration file', () => {
    assert.deepEqual(mergeDataset(stored, {}, true), {});
    assert.deepEqual(mergeDataset(none, {}, false), {});
  });

  it('a dataset is played instead of the files of the configuration file if an option names it', () => {
    const config = ConfigFile.parse({ files: ['a.json'] });
    assert.deepEqual(mergeDataset(config, { dataset: 'bank' }, false), { dataset: 'bank' });
  });

  it('refuses files with a dataset, a filter without a dataset, and a seed without a sample', () => {
    assert.throws(() => mergeDataset(none, { dataset: 'a' }, true), /files cannot be combined/);
    const both = { ...stored, files: ['a.json'] };
    assert.throws(() => mergeDataset(both, {}, false), /has both files and dataset/);
    assert.throws(() => mergeDataset(stored, { sample: 3 }, true), /name one with --dataset/);
    assert.throws(
      () => mergeDataset(none, { dataset: 'a', seed: '1' }, false),
      /--seed selects a sample: pass --sample/,
    );
  });
});
