import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTerminal } from '../testing/example-terminal.ts';
import { showProgress } from './show-progress.ts';

const COUNTS = { finished: 0, failed: 0, total: 195 };

function clock(): { now: () => number; pass: (ms: number) => void } {
  let ms = 0;
  return {
    now: () => ms,
    pass: (more) => {
      ms += more;
    },
  };
}

describe('progress of a run', () => {
  it('progress in a terminal is a redrawn bar with speed and failures', () => {
    const terminal = exampleTerminal({ isTTY: true });
    const { now, pass } = clock();
    const progress = showProgress(terminal, { isQuiet: false, now });
    progress.update(COUNTS);
    pass(10_000);
    progress.update({ ...COUNTS, finished: 65, failed: 2 });
    pass(1000);
    progress.update({ ...COUNTS, finished: 195, unit: 'judged' });
    progress.end();
    const drawn = terminal.output.stderr.map((text) => text.slice('\r_[2K'.length));
    assert.deepEqual(drawn, [
      `[${'░'.repeat(24)}] 0/195`,
      `[${'█'.repeat(8)}${'░'.repeat(16)}] 65/195  6.5/s  ETA 20 s  ✗ 2`,
      `[${'█'.repeat(24)}] 195/195 judged`,
      '',
    ]);
    assert.deepEqual(terminal.output.stdout, []);
  });

  it('progress is drawn at most ten times a second', () => {
    const terminal = exampleTerminal({ isTTY: true });
    const { now, pass } = clock();
    const progress = showProgress(terminal, { isQuiet: false, now });
    for (let finished = 0; finished < 100; finished += 1) {
      progress.update({ ...COUNTS, finished });
      pass(10);
    }
    assert.equal(terminal.output.stderr.length, 10);
  });

  it('progress in a pipe and in CI is a line every ten seconds', () => {
    for (const options of [{ isTTY: false }, { isTTY: true, isCi: true }]) {
      const terminal = exampleTerminal(options);
      const { now, pass } = clock();
      const progress = showProgress(terminal, { isQuiet: false, now });
      for (let finished = 0; finished < 100; finished += 1) {
        progress.update({ ...COUNTS, finished });
        pass(250);
      }
      progress.end();
      assert.deepEqual(terminal.output.stderr, [
        '40/195 turns, 4.0/s, ETA 39 s\n',
        '80/195 turns, 4.0/s, ETA 29 s\n',
      ]);
    }
  });

  it('progress is not shown with --quiet', () => {
    const terminal = exampleTerminal({ isTTY: true });
    const progress = showProgress(terminal, { isQuiet: true });
    progress.update(COUNTS);
    progress.note('a remark');
    progress.end();
    assert.deepEqual(terminal.output.stderr, []);
  });
});
