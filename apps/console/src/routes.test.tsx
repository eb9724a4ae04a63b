import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleProblem, renderScreen, textOf } from './testing/render-screen.tsx';

const RUN = '01a1df05-62a3-7198-8bde-e64d54876109';
const OTHER = '01a1df05-62a3-7198-8bde-e64d54876110';

/** The screens that load something: path, what loads, and what is said if it cannot be loaded. */
const SCREENS = [
  ['/', 'the overview', 'The runs could not be loaded'],
  ['/console/runs', 'the runs', 'The runs could not be loaded'],
  [`/console/runs/${RUN}`, 'the run', 'The run could not be loaded'],
  [`/console/runs/${RUN}/0/1`, 'the interaction', 'The interaction could not be loaded'],
  ['/console/compare', 'the runs', 'The runs could not be loaded'],
  [`/console/compare?runs=${RUN}.${OTHER}`, 'the comparison', 'The runs could not be compared'],
  ['/console/playground', 'the playground', 'The settings of the service could not be loaded'],
  ['/console/datasets', 'the datasets', 'The datasets could not be loaded'],
  ['/console/datasets/cards', 'the dataset', 'The dataset could not be loaded'],
  ['/console/datasets/cards/edit?id=x', 'the scenario', 'The scenario could not be loaded'],
  ['/console/conversations', 'the conversations', 'The conversations could not be loaded'],
  ['/console/conversations/x', 'the conversation', 'The conversation could not be loaded'],
] as const;

const REFUSES_ALL = new Proxy({}, { get: () => exampleProblem(500, 'an unexpected error') });

describe('a screen', () => {
  for (const [path, loaded, failed] of SCREENS) {
    it(`has placeholders while it loads, and shows an error with its request and Retry: ${path}`, async () => {
      const loading = await renderScreen(path);
      assert.match(textOf(loading), new RegExp(`Loading ${loaded} …`));
      assert.match(loading, /role="status" aria-busy="true"/);
      const refused = await renderScreen(path, REFUSES_ALL);
      assert.match(refused, /role="alert"/);
      const said = `${failed} an unexpected error Request id request-42.* Retry$`;
      assert.match(textOf(refused), new RegExp(said));
    });
  }
});
