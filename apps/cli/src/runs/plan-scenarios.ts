import type { Client, EvaluationInput } from '@fairtrial/client';
import {
  countScenarioCalls,
  countScenarioTurns,
  type ScenarioCalls,
  type ScenarioRow,
} from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import { CliError, EXIT } from '../command/exit-code.ts';
import { parseReference, readDataset, readRows } from '../datasets/read-dataset.ts';

/** The scenarios that a run would play. */
export interface PlannedScenarios {
  readonly scenarios: number;
  /** The turns of one attempt at each of them; with simulated users, the maximum. */
  readonly interactions: number;
  /** The names of the first ones. */
  readonly titles: readonly string[];
  /** The calls for each of them, or for the first ones if `scenarios` is larger. */
  readonly calls: readonly ScenarioCalls[];
  /** The dataset that they come from, with its version and size. */
  readonly dataset?: { readonly label: string; readonly scenarios: number };
}

/** The maximum number of scenarios that are listed. */
const MAX_ROWS = 20;

interface Caller {
  readonly client: Pick<Client, 'datasets'>;
  readonly signal: AbortSignal;
}

export async function planScenarios(
  caller: Caller,
  request: EvaluationInput,
): Promise<PlannedScenarios> {
  const { test_batch: batch, dataset, filter } = request;
  if (typeof dataset === 'string') return planDataset(caller, dataset, filter ?? {});
  const scenarios = [batch ?? []].flat();
  return {
    scenarios: scenarios.length,
    interactions: scenarios.reduce((sum, one) => sum + countScenarioTurns(one), 0),
    titles: scenarios.slice(0, MAX_ROWS).map(({ name, id }) => name ?? id ?? 'without a name'),
    calls: scenarios.map(countScenarioCalls),
  };
}

type Filter = NonNullable<EvaluationInput['filter']>;

/**
 * Reads ids, tags and sizes of the whole dataset only if there is a filter, and the content of the first scenarios only,
 * since a dataset can be large.
 */
async function planDataset(
  caller: Caller,
  reference: string,
  filter: Filter,
): Promise<PlannedScenarios> {
  const { name, version: head } = await readDataset(caller, parseReference(reference));
  const { version } = head;
  const isFiltered = Object.values(filter).some((value) => value != null);
  const rows: ScenarioRow[] = [];
  for await (const row of readRows(caller, name, { version })) {
    if (!isFiltered && rows.length === MAX_ROWS) break;
    rows.push(row);
  }
  const played = isFiltered ? selectScenarios(rows, filter) : rows;
  if (played.length === 0) {
    throw new CliError(
      EXIT.usage,
      `no scenario of ${name}@${version} is selected: check --filter-tag and --filter-id`,
    );
  }
  const first = played.slice(0, MAX_ROWS);
  const contents = await Promise.all(
    first.map(({ id }) =>
      caller.client.datasets.scenario(name, id, { version }, { signal: caller.signal }),
    ),
  );
  return {
    ...(isFiltered
      ? { scenarios: played.length, interactions: sumOf(played) }
      : { scenarios: head.scenarios, interactions: head.interactions }),
    titles: first.map(({ name: title }) => title),
    calls: contents.map(({ scenario }) => countScenarioCalls(scenario)),
    dataset: { label: `${name}@${version}`, scenarios: head.scenarios },
  };
}

function sumOf(rows: readonly ScenarioRow[]): number {
  return rows.reduce((sum, { interactions }) => sum + interactions, 0);
}

type Selectable = Pick<ScenarioRow, 'id' | 'tags'>;

/** The scenarios that the service would play: by tags and ids, then a sample of those. */
export function selectScenarios<Row extends Selectable>(
  rows: readonly Row[],
  { tags, ids, sample }: Filter,
): readonly Row[] {
  const [wantedTags, wantedIds] = [new Set(tags), new Set(ids)];
  const matching = rows.filter(
    (row) =>
      (tags == null || row.tags.some((tag) => wantedTags.has(tag))) &&
      (ids == null || wantedIds.has(row.id)),
  );
  if (sample == null) return matching;
  const seed = String(sample.seed ?? 0);
  const ranked = matching
    .map(({ id }) => ({
      id,
      rank: createHash('sha256')
        .update(seed + id)
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  const chosen = new Set(ranked.slice(0, sample.n).map(({ id }) => id));
  return matching.filter(({ id }) => chosen.has(id));
}
