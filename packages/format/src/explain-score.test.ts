import type { ScoreExplanation } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainScore, type ExplainedView } from './explain-score.ts';

const EXPLANATION: ScoreExplanation = {
  overall: 0.516,
  parts: [
    { metric: 'reply', score: 0.5, weight: 0.7 },
    { metric: 'metadata', score: 0.5532, weight: 0.3 },
  ],
  reply: {
    metrics: { token_f1: 0.9, rouge_l: 0.8, chrf: 0.85 },
    unlimited: 0.85,
    limits: [
      { flag: 'conflict', limit: 0.5, reason: 'reference says 5 days, reply says 9 days' },
      { flag: 'omission', limit: 0.75, reason: null },
    ],
  },
  missing_facts: ['measure 5 day'],
  extra_facts: ['measure 9 day'],
  pass_threshold: 0.6,
  waiting_for_models: false,
};

function explain(changes: Partial<ExplainedView>): readonly string[] {
  const view: ExplainedView = {
    checks: [],
    error: null,
    score_explanation: EXPLANATION,
    flags: [],
    generated_metadata: {},
    passed: null,
    reference_metadata: {},
    scores: { overall: 0.516 },
    ...changes,
  };
  return explainScore(view).map(({ text }) => text);
}

describe('explainScore', () => {
  it('explains the weighted sum, then the limits of the reply score and the facts', () => {
    assert.deepEqual(explain({ passed: false }), [
      'overall 0.516 = 0.7 × reply 0.500 + 0.3 × metadata 0.553',
      'reply 0.500: the mean of token F1 0.900, ROUGE-L 0.800, chrF 0.850 is 0.850, limited to 0.500 because a fact differs (reference says 5 days, reply says 9 days)',
      'a fact is missing: reply is at most 0.750',
      'missing facts: measure 5 day',
      'facts that the reference does not have: measure 9 day',
      'did not pass: overall 0.516 is less than 0.600',
    ]);
  });

  it('names labels that differ, failed checks with details, and parts that do not count', () => {
    const explanation = {
      ...EXPLANATION,
      overall: 0,
      parts: [
        { metric: 'reply' as const, score: 0.5, weight: 0 },
        { metric: 'metadata' as const, score: null, weight: 0 },
        { metric: 'checks' as const, score: 0, weight: 1 },
      ],
      reply: null,
      missing_facts: [],
      extra_facts: [],
    };
    const found = explain({
      score_explanation: explanation,
      passed: false,
      reference_metadata: { intent: 'refund', mood: 'calm', size: 3 },
      generated_metadata: { intent: 'other', size: 3 },
      scores: { overall: 0, 'metadata.intent': 0, 'metadata.mood': null, 'metadata.size': 1 },
      checks: [
        { contains: '5 days', id: 'days', passed: false, detail: "'5 days' is not in the reply" },
        { max_words: 3, optional: true, passed: false, detail: '9 words' },
        { max_words: 30, passed: true, detail: '9 words' },
      ],
    });
    assert.deepEqual(found, [
      'overall 0.000 = checks 0.000',
      'reply 0.500 does not count: similarity has no weight if there are checks',
      'metadata does not count: it could not be scored',
      'intent is "other", expected "refund"',
      'mood is not given, expected "calm"',
      `check contains "days" failed: '5 days' is not in the reply`,
      'optional check max words failed: 9 words',
      'did not pass: a required check failed',
    ]);
  });

  it('explains judged checks with the reason and the quotes, and tells an undecided check from a failed one', () => {
    const view = {
      score_explanation: null,
      passed: false,
      checks: [
        {
          never: 'Promises a date',
          passed: false,
          detail: 'not met',
          verdict: 'not_met' as const,
          reason: 'It names Friday.',
          evidence: [{ turn: 1, quote: 'It arrives on Friday' }],
        },
        {
          text: 'Asks which card',
          passed: null,
          detail: 'unclear',
          verdict: 'cannot_tell' as const,
        },
        { text: 'Is polite', passed: null, detail: '', verdict: 'not_applicable' as const },
        { text: 'Is brief', passed: true, detail: '', verdict: 'met' as const },
      ],
    };
    assert.deepEqual(explain(view).slice(1), [
      'check "never: Promises a date" failed: It names Friday. "It arrives on Friday" (turn 2)',
      'check "Asks which card" not decided: unclear',
      'did not pass: a required check failed',
    ]);
  });

  it('describes the choice of the judge, and explains a missing score', () => {
    const judgement = {
      kind: 'judge' as const,
      model: 'judge-1',
      sample: 0,
      outcome: 'judged' as const,
      choice: 'D',
      score: 0,
      rationale: 'It says 9.',
      failure: null,
      usage: null,
      latency_ms: 1,
    };
    const reply = { metrics: { judge: 0 }, unlimited: 0, limits: [] };
    const explanation = { ...EXPLANATION, reply, missing_facts: [], extra_facts: [] };
    assert.deepEqual(
      explain({ score_explanation: explanation, judgements: [judgement] }).slice(1),
      ['judge judge-1: contradicts the reference, or does not answer'],
    );
    const open = { ...explanation, overall: null, reply: { ...reply, unlimited: null } };
    const waiting = { ...open, waiting_for_models: true };
    assert.deepEqual(explain({ score_explanation: waiting }), [
      'judge not finished: overall is not known yet',
    ]);
    assert.deepEqual(explain({ score_explanation: open, flags: ['judge_failed'] }), [
      'no overall: the judge failed',
    ]);
    const error = {
      kind: 'timeout' as const,
      status: null,
      message: 'slow',
      tries: 1,
      elapsed_ms: 9,
    };
    assert.deepEqual(explain({ score_explanation: null, error: { ...error } }), [
      'no score: the request failed (timeout)',
    ]);
  });
});
