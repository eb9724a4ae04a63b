import { DatasetChanges, TestBatch } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../db/connection/open-database.ts';
import {
  countChanges,
  listChanges,
  type ChangedScenarioRow,
  type Versions,
} from '../db/datasets/diff-versions.ts';
import { listScenarios } from '../db/datasets/list-scenarios.ts';
import { findDataset } from '../db/datasets/stored-datasets.ts';
import { exampleDatabase } from '../testing/example-database.ts';
import { changeDataset, putDataset, type Edit } from './save-dataset.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** A scenario of the plain list that the store is compared with. */
interface Plain {
  readonly id: string;
  readonly name: string;
}

type Step =
  | { readonly put: readonly Plain[] }
  | {
      readonly upsert: readonly Plain[];
      readonly remove: readonly string[];
      readonly order: readonly { readonly id: string; readonly after: string | null }[];
    };

const plain = fc.record(
  { id: fc.constantFrom(...IDS), name: fc.constantFrom('1', '2') },
  { noNullPrototype: true },
);
const list = fc.uniqueArray(plain, { selector: ({ id }) => id });
const steps = fc.array(
  fc.oneof(
    fc.record({ put: list }),
    fc.record({
      upsert: list,
      remove: fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 2 }),
      order: fc.array(
        fc.record({
          id: fc.constantFrom(...IDS),
          after: fc.option(fc.constantFrom(...IDS)),
        }),
        { maxLength: 4 },
      ),
    }),
  ),
  { minLength: 1, maxLength: 8 },
);

function toScenario({ id, name }: Plain): TestBatch {
  return TestBatch.parse({ id, name, interactions: [{ user_message: 'Hi' }] });
}

/** Leaves out what the service refuses. */
function toValid(current: readonly Plain[], step: Extract<Step, { order: unknown }>): typeof step {
  const upsert = step.upsert.filter(({ id }) => !step.remove.includes(id));
  const ids = new Set([...current, ...upsert].map(({ id }) => id));
  for (const id of step.remove) ids.delete(id);
  const order = step.order.filter(
    ({ id, after: other }) => ids.has(id) && id !== other && (other === null || ids.has(other)),
  );
  return { upsert, remove: step.remove, order };
}

function applyPlain(current: readonly Plain[], step: Step): readonly Plain[] {
  if ('put' in step) return step.put;
  const { upsert, remove, order } = toValid(current, step);
  const merged = new Map([...current, ...upsert].map((each) => [each.id, each]));
  for (const id of remove) merged.delete(id);
  const result = [...merged.values()];
  for (const { id, after: other } of order) {
    const [moved] = result.splice(
      result.findIndex((each) => each.id === id),
      1,
    );
    const at = other === null ? 0 : result.findIndex((each) => each.id === other) + 1;
    if (moved) result.splice(at, 0, moved);
  }
  return result;
}

describe('versions of a dataset', () => {
  let database: Database;
  let no = 0;
  before(async () => {
    database = await exampleDatabase(4);
  });
  after(() => database[Symbol.asyncDispose]());

  async function play(
    name: string,
    given: readonly Step[],
  ): Promise<readonly (readonly Plain[])[]> {
    const versions: (readonly Plain[])[] = [];
    const edit = (): Edit => ({
      key: { project: 'p', name },
      base: versions.length === 0 ? undefined : versions.length,
      author: null,
    });
    const first: Step = { put: [{ id: 'a', name: '1' }] };
    for (const step of [first, ...given]) {
      const current = versions.at(-1) ?? [];
      const next = applyPlain(current, step);
      const saved =
        'put' in step
          ? await putDataset(database, edit(), { scenarios: step.put.map(toScenario), message: '' })
          : await changeDataset(
              database,
              edit(),
              DatasetChanges.parse({
                base_version: versions.length,
                ...toValid(current, step),
                upsert: toValid(current, step).upsert.map(toScenario),
              }),
            );
      const isEqual = versions.length > 0 && JSON.stringify(next) === JSON.stringify(current);
      assert.equal(saved.created, !isEqual);
      if (!isEqual) versions.push(next);
      assert.equal(saved.version.version, versions.length);
    }
    return versions;
  }

  async function read(datasetId: string, version: number): Promise<readonly Plain[]> {
    const all = { words: [], tag: undefined, after: undefined, limit: 100, content: false };
    const page = await listScenarios(database, { datasetId, version }, all);
    return (page?.rows ?? []).map(({ id, name }) => ({ id, name }));
  }

  /** All changes, read in pages of at most `limit`. */
  async function readPages(
    versions: Versions,
    limit: number,
  ): Promise<readonly ChangedScenarioRow[]> {
    const all: ChangedScenarioRow[] = [];
    let last: string | undefined;
    do {
      const page = await listChanges(database, versions, { after: last, limit, content: true });
      assert.ok(page.rows.length <= limit);
      all.push(...page.rows);
      last = page.next;
    } while (last !== undefined);
    return all;
  }

  /** Scenarios that are in neither list of a difference must be in the same order in both versions. */
  async function checkDiff(
    datasetId: string,
    versions: readonly (readonly Plain[])[],
    [from, to]: readonly [number, number],
  ): Promise<void> {
    const [old, young] = [versions[from - 1] ?? [], versions[to - 1] ?? []];
    const rows = await readPages({ datasetId, from, to }, 100);
    assert.deepEqual(await readPages({ datasetId, from, to }, 2), rows);
    const found = (change: string): readonly string[] =>
      rows.filter((row) => row.change === change).map(({ id }) => id);
    const nameIn = (plains: readonly Plain[], id: string): string | undefined =>
      plains.find((each) => each.id === id)?.name;
    const expect = (
      test: (one: string | undefined, other: string | undefined) => boolean,
    ): readonly string[] => IDS.filter((id) => test(nameIn(old, id), nameIn(young, id)));
    assert.deepEqual(
      found('added'),
      expect((one, other) => one === undefined && other !== undefined),
    );
    assert.deepEqual(
      found('removed'),
      expect((one, other) => one !== undefined && other === undefined),
    );
    assert.deepEqual(
      found('changed'),
      expect((one, other) => one !== undefined && other !== undefined && one !== other),
    );
    const listed = new Set(rows.map(({ id }) => id));
    const rest = (plains: readonly Plain[]): readonly string[] =>
      plains.map(({ id }) => id).filter((id) => !listed.has(id));
    assert.deepEqual(rest(old), rest(young));
    const counts = await countChanges(database, { datasetId, from, to });
    assert.equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      rows.length,
    );
  }

  it('any sequence of changes gives the versions, orders and differences of a plain list', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        no += 1;
        const name = `d${no}`;
        const versions = await play(name, given);
        const { id = '' } = (await findDataset(database, { project: 'p', name })) ?? {};
        for (const [at, expected] of versions.entries()) {
          assert.deepEqual(await read(id, at + 1), expected);
        }
        const last = versions.length;
        for (const pair of [
          [1, last],
          [last, 1],
          [Math.max(1, last - 1), last],
        ] as const) {
          await checkDiff(id, versions, pair);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a new scenario is the last one, even if the change removes the scenario that was', async () => {
    const start = ['a', 'b', 'c'].map((id) => ({ id, name: '1' }));
    const change = { upsert: [{ id: 'd', name: '1' }], remove: ['c'], order: [] };
    const versions = await play('ended', [{ put: start }, change]);
    const { id = '' } = (await findDataset(database, { project: 'p', name: 'ended' })) ?? {};
    assert.deepEqual(await read(id, versions.length), versions.at(-1));
  });

  it('a block of scenarios is moved behind a distant one, and those between stay where they are', async () => {
    const start = IDS.map((id) => ({ id, name: '1' }));
    const order = ['e', 'd', 'c', 'b', 'a'].map((id) => ({ id, after: 'l' }));
    const versions = await play('blocks', [{ put: start }, { upsert: [], remove: [], order }]);
    const { id = '' } = (await findDataset(database, { project: 'p', name: 'blocks' })) ?? {};
    const moved = await read(id, versions.length);
    assert.deepEqual(moved.map(({ id: each }) => each).join(''), 'fghijklabcde');
  });

  it('scenarios that are moved to the same place again and again keep their order in all versions', async () => {
    const start = ['a', 'b', 'c'].map((id) => ({ id, name: '1' }));
    const moves = Array.from({ length: 70 }, (_, at): Step => {
      const id = at % 2 === 0 ? 'b' : 'c';
      return { upsert: [], remove: [], order: [{ id, after: 'a' }] };
    });
    const versions = await play('crowded', [{ put: start }, { put: start.toReversed() }, ...moves]);
    const { id = '' } = (await findDataset(database, { project: 'p', name: 'crowded' })) ?? {};
    for (const [at, expected] of versions.entries()) {
      assert.deepEqual(await read(id, at + 1), expected);
    }
  });
});
