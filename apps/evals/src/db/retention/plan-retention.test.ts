import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Partition, PartitionedTable } from '../partitions/partition.ts';
import { planRetention } from './plan-retention.ts';

function partition(table: PartitionedTable, from: string, to: string): Partition {
  return { table, name: `${table}_${from}`, from: new Date(from), to: new Date(to) };
}

const JULY = partition('turn', '2026-07-01', '2026-08-01');
const AUGUST = partition('turn', '2026-08-01', '2026-09-01');
const SEPTEMBER = partition('turn', '2026-09-01', '2026-10-01');
const ATTEMPTS = partition('attempt', '2026-07-01', '2026-08-01');
const ALL = [JULY, AUGUST, SEPTEMBER, ATTEMPTS];

function plan(oldest: string) {
  const { cutOff, expired } = planRetention(ALL, new Date(oldest));
  return [cutOff.toISOString().slice(0, 10), expired] as const;
}

describe('planRetention', () => {
  it('the cut-off is the start of the first partition that is not completely too old', () => {
    assert.deepEqual(plan('2026-08-31T23:59:59Z'), ['2026-08-01', [JULY, ATTEMPTS]]);
    assert.deepEqual(plan('2026-09-01'), ['2026-09-01', [JULY, AUGUST, ATTEMPTS]]);
  });

  it('nothing is removed while no partition is completely too old', () => {
    assert.deepEqual(plan('2026-07-20'), ['2026-07-01', []]);
    assert.deepEqual(plan('2020-01-01'), ['2020-01-01', []]);
  });

  it('the cut-off is the oldest time itself if no partition of turns is newer', () => {
    assert.equal(plan('2026-12-24')[0], '2026-12-24');
  });
});
