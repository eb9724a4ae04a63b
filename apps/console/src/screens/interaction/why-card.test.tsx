import type { InteractionView } from '@fairtrial/contracts';
import { explainScore } from '@fairtrial/format';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf, renderMarkup, textOf } from '../../testing/render-screen.tsx';
import { WhyCard } from './why-card.tsx';

const VIEW: InteractionView = {
  id: 'turn-1',
  scenario: 0,
  attempt: 0,
  turn: 0,
  scenario_id: 'cards',
  user_message: 'My card is gone',
  agent_reply: 'Gone',
  reference_reply: 'It is blocked',
  interaction_type: '',
  reference_metadata: {},
  generated_metadata: {},
  scores: { overall: 0.25 },
  score_details: {},
  score_explanation: {
    overall: 0.25,
    parts: [{ metric: 'reply', score: 0.25, weight: 1 }],
    reply: null,
    missing_facts: ['number 4471'],
    extra_facts: [],
    pass_threshold: 0.5,
    waiting_for_models: false,
  },
  outcome: 'answered',
  error: null,
  latency_ms: 1,
  usage: null,
  metadata_source: null,
  tool_calls: null,
  checks: [{ max_words: 1, passed: false, detail: '2 words' }],
  passed: false,
  flags: [],
  judgements: [
    {
      kind: 'judge',
      model: 'stub/judge',
      sample: 0,
      outcome: 'judged',
      choice: 'B',
      score: 0.75,
      rationale: 'Says <b>all</b> of it.',
      failure: null,
      usage: null,
      latency_ms: 1,
    },
  ],
};

test('the reasons of a score are those of the API, with what is bad marked, and the judges in full', async () => {
  const markup = await renderMarkup(<WhyCard title="Why this score" view={VIEW} />);
  const [reasons = '', judges = ''] = markup.split('aria-label="Judges"');
  const shown = elementsOf(reasons, 'li');
  assert.deepEqual(
    shown.map((item) => textOf(item).replace(/^[✗!] /, '')),
    explainScore(VIEW).map(({ text }) => text),
  );
  assert.ok(shown.some((item) => /text-bad.*✗ .*missing facts: number 4471/.test(item)));
  assert.ok(shown.some((item) => /text-bad.*✗ .*check max words failed: 2 words/.test(item)));
  assert.match(textOf(`<ul ${judges}`), /stub\/judge “Says <b>all<\/b> of it\.”$/);
});
