import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleProblem, renderScreen, textOf } from '../../testing/render-screen.tsx';

const PATH = '/console/playground';

describe('the playground', () => {
  it('without an agent backend says what to configure', async () => {
    const said = textOf(await renderScreen(PATH, { '/settings': { agent: null } }));
    assert.match(said, /No agent backend is configured: set AGENT_URL .* or AGENT_URL=http/);
  });

  it('whose agent backend does not answer says so, and can be used with the id of a model', async () => {
    const said = textOf(
      await renderScreen(PATH, {
        '/settings': { agent: { url: 'http://agent.test', has_key: false } },
        '/v1/models': exampleProblem(502, 'it does not answer'),
        '/studio/models': {},
      }),
    );
    assert.match(said, /Agent backend at http:\/\/agent\.test/);
    assert.match(said, /The models could not be listed it does not answer/);
    assert.match(said, /You can still type the id of a model\..* No messages yet\./);
  });
});
