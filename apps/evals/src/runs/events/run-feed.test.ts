import { RunId } from '@assay/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RunEvent } from '../../db/runs/list-events.ts';
import { RunFeed } from './run-feed.ts';

const ID = RunId.parse('01a1dcd3-b938-70ec-9762-1d939ad9c69d');

it('a second reader that starts from the beginning while events are read gives no reader an event twice', async () => {
  let count = 5;
  const answers: (() => void)[] = [];
  const feed = new RunFeed(
    {
      async executeSql(_, [, after] = []) {
        const rows: RunEvent[] = [];
        for (let seq = Number(after) + 1; seq <= count; seq += 1) {
          rows.push({ seq, kind: 'turns-finished', data: {} });
        }
        await new Promise<void>((resolve) => void answers.push(resolve));
        return { rows };
      },
    },
    ID,
  );
  const answerNext = async (): Promise<void> => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  const seqs = (events: readonly RunEvent[]): readonly number[] => events.map(({ seq }) => seq);

  const late = feed.after(3);
  await answerNext();
  assert.deepEqual(seqs(await late), [4, 5]);
  count = 7;
  feed.refresh(); // asks for what comes after 5
  const early = feed.after(0); // asks for everything
  const [latest, everything] = answers.splice(0);
  everything?.();
  assert.deepEqual(seqs(await early), [1, 2, 3, 4, 5, 6, 7]);
  latest?.();
  await new Promise(setImmediate);
  assert.deepEqual(seqs(await feed.after(3)), [4, 5, 6, 7]);
});
