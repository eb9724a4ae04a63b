import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairShares } from './fair-shares.ts';

/** A worker: its shares, and the number of active jobs per project. */
function createWorker(capacity: number, weights: Readonly<Record<string, number>> = {}) {
  const shares = new FairShares({ capacity, weights: new Map(Object.entries(weights)) });
  const active: Record<string, number> = {};
  const begin = (project: string): void => {
    shares.begin(project);
    active[project] = (active[project] ?? 0) + 1;
  };
  const end = (project: string): void => {
    shares.end(project);
    active[project] = (active[project] ?? 0) - 1;
  };
  /** Fetches jobs of projects with unlimited queues; the jobs of the first project are the oldest. */
  const fill = (queued: readonly string[]): void => {
    for (;;) {
      const { limit, fullProjects } = shares.planFetch();
      const project = queued.find((name) => !fullProjects.includes(name));
      if (limit === 0 || project === undefined) return;
      for (let job = 0; job < limit; job += 1) begin(project);
    }
  };
  return { shares, active, end, fill };
}

describe('FairShares', () => {
  it('a single project gets the capacity of a worker except for a tenth', () => {
    for (const [capacity, expected] of [
      [500, 450],
      [20, 18],
      [10, 9],
      [3, 2],
      [2, 1],
      [1, 1],
    ] as const) {
      const { active, fill } = createWorker(capacity);
      fill(['a']);
      assert.equal(active['a'], expected, `capacity ${capacity}`);
    }
  });

  it('a worker has a place for a fourth project after three took all they can get, and none for a fifth', () => {
    const { shares, active, fill } = createWorker(500);
    for (const project of ['a', 'b', 'c']) fill([project]);
    assert.deepEqual({ ...active }, { a: 450, b: 45, c: 4 });
    fill(['a', 'b', 'c', 'd']);
    assert.equal(active['d'], 1);
    assert.deepEqual(shares.planFetch(), { limit: 0, fullProjects: ['a', 'b', 'c', 'd'] });
  });

  it('the capacity becomes equally divided as jobs of the largest project end', () => {
    const { active, end, fill } = createWorker(500);
    fill(['a', 'b']);
    for (let job = 0; job < 300; job += 1) {
      end('a');
      fill(['a', 'b']);
    }
    const [a = 0, b = 0] = [active['a'], active['b']];
    assert.ok(Math.abs(a - b) <= 9 && a + b > 470, `${a} and ${b}`);
  });

  it('the capacity is divided by weight', () => {
    const { active, end, fill } = createWorker(500, { heavy: 3 });
    fill(['light']);
    assert.equal(active['light'], 450);
    for (let job = 0; job < 600; job += 1) {
      end(job % 4 === 0 && (active['heavy'] ?? 0) > 0 ? 'heavy' : 'light');
      fill(['light', 'heavy']);
    }
    const ratio = (active['heavy'] ?? 0) / (active['light'] ?? 0);
    assert.ok(ratio > 2.8 && ratio < 3.2, `${ratio}`);
  });

  it('a single project of any weight gets the capacity of a worker', () => {
    const { active, fill } = createWorker(500, { heavy: 100, light: 1 });
    fill(['heavy']);
    assert.equal(active['heavy'], 450);
    fill(['heavy', 'light']);
    assert.ok((active['light'] ?? 0) >= 1);
  });

  it('the capacity is filled in several fetches, so that other workers get jobs, too', () => {
    const { shares } = createWorker(500);
    assert.deepEqual(shares.planFetch(), { limit: 250, fullProjects: [] });
  });

  it('the capacity is free again when the jobs have ended', () => {
    const { shares, end, fill } = createWorker(20);
    fill(['a']);
    for (let job = 0; job < 18; job += 1) end('a');
    assert.equal(shares.count, 0);
    assert.deepEqual(shares.planFetch(), { limit: 18, fullProjects: [] });
  });
});
