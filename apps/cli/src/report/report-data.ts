import type {
  ComparedScenario,
  Comparison,
  EvaluationResponse,
  GateVerdict,
  ScenarioResult,
  SimulatedUser,
} from '@fairtrial/contracts';

/** The input of a report: the result of a run, and its comparison. */
export interface ReportData {
  readonly result: EvaluationResponse;
  readonly createdAt?: string | undefined;
  /** Default: the comparison and gates in the result. */
  readonly comparison?: Comparison | undefined;
  readonly gate?: GateVerdict | undefined;
  /** What the simulated user of each scenario was told, by the number of the scenario. */
  readonly users?: readonly (SimulatedUser | undefined)[] | undefined;
}

/** A scenario with its number in the run and its part of the comparison. */
export interface ReportScenario {
  readonly no: number;
  readonly file: string;
  readonly scenario: ScenarioResult;
  readonly compared: ComparedScenario | undefined;
  readonly user: SimulatedUser | undefined;
}

export interface Report {
  readonly result: EvaluationResponse;
  readonly createdAt: string | undefined;
  readonly comparison: Comparison | undefined;
  readonly gate: GateVerdict | undefined;
  readonly scenarios: readonly ReportScenario[];
}

export function toReport(data: ReportData): Report {
  const { result, createdAt } = data;
  const comparison = data.comparison ?? result.comparison;
  const compared = new Map(comparison?.scenarios.map((one) => [one.candidate_no, one]));
  return {
    result,
    createdAt,
    comparison,
    gate: data.gate ?? result.gate,
    scenarios: result.results.scenarios.map((scenario, no) => ({
      no,
      file: `scenario-${no + 1}.html`,
      scenario,
      compared: compared.get(no),
      user: data.users?.[no],
    })),
  };
}
