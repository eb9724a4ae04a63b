import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkup, textOf } from '../../testing/render-screen.tsx';
import { ProbedJudges } from './probed-judges.tsx';

const PROBE = {
  probed_at: '2026-11-14T21:40:00Z',
  items: 44,
  false_alarms: { asked: 8, hit: 1 },
  by_fault: { number: { asked: 8, hit: 8 }, promise: { asked: 8, hit: 7 } },
};

test('the hit rates of a judge are listed by planted fault; a judge without a probe is named', async () => {
  const markup = await renderMarkup(
    <ProbedJudges
      judges={[
        { model: 'judge-1', prompt_digest: '0123', probe: PROBE },
        { model: 'judge-2', prompt_digest: '4567', probe: null },
      ]}
    />,
  );
  const [, first, second] = markup.split('<section').map((part) => textOf(`<section${part}`));
  assert.match(
    first ?? '',
    /^Planted faults that judge-1 finds Wrong number 8 of 8 \(100%\) Invented promise 7 of 8 \(87\.5%\) Correct replies marked as wrong 1 of 8 \(12\.5%\) Probed 14 Nov 2026.*, 44 questions Prompt 0123$/,
  );
  assert.match(
    second ?? '',
    /^Planted faults that judge-2 finds Probe not yet: the judge is probed before .* Prompt 4567$/,
  );
  assert.equal(markup.match(/text-warn/g)?.length, 2);
});
