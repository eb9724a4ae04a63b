import type { RunId } from '@assay/contracts';
import { select, type Tx } from '../connection/tx.ts';

/** Where an interaction stands in the plan of its run. */
export interface InteractionPosition {
  readonly scenarioNo: number;
  readonly turnNo: number;
}

interface PlaceMean extends InteractionPosition {
  readonly mean: number | null;
}

/** The mean scores of some interactions of a run. */
export function listMeans(
  tx: Tx,
  id: RunId,
  places: readonly InteractionPosition[],
): Promise<readonly PlaceMean[]> {
  return select<PlaceMean>(
    tx,
    `select "scenarioNo", "turnNo", round(avg(overall)::numeric, 6)::float8 as mean
     from json_to_recordset($2::json) as x ("scenarioNo" int, "turnNo" int)
     join turn on (run_id, scenario_no, turn_no) = ($1, "scenarioNo", "turnNo")
     group by "scenarioNo", "turnNo"`,
    [id, JSON.stringify(places)],
  );
}
