import type { JudgementCounts } from '../../db/grading/judgements.ts';
import type { Outcome, RunCost, Usage } from '@fairtrial/contracts';
import { addUsage, costInDollars, findPrice } from '@fairtrial/models';
import type { RunPlan } from '../../entities/run.ts';

type Priced = Pick<RunPlan, 'modelId' | 'prices'>;

interface OtherModels {
  readonly judgements?:
    | readonly Pick<JudgementCounts, 'model' | 'usage' | 'unreported'>[]
    | undefined;
  /** `undefined` if the run has no simulated users. */
  readonly users?: UsageTotal | undefined;
}

/** The cost of a run: of the model under test, of the judges and annotators, and of the simulated users. */
export function priceRun(
  plan: Priced & Pick<RunPlan, 'user'>,
  spent: UsageTotal,
  { judgements = [], users }: OtherModels = {},
): RunCost {
  const model = priceModel(plan, spent);
  const judge = addUp(
    judgements.map((counts) => priceModel({ ...plan, modelId: counts.model }, counts)),
  );
  if (users === undefined) return { currency: 'USD', model, judge, total: addUp([model, judge]) };
  const user = priceModel({ ...plan, modelId: plan.user?.model ?? '' }, users);
  return { currency: 'USD', model, judge, user, total: addUp([model, judge, user]) };
}

/** Null if a price is unknown, or if some answers came without usage. */
export function priceModel({ modelId, prices }: Priced, spent: UsageTotal): number | null {
  const price = findPrice(prices, modelId);
  if (price === undefined || spent.unreported > 0) return null;
  const cost = costInDollars(spent.usage, price);
  return cost === undefined ? null : toDollars(cost);
}

/** Removes floating-point noise. */
export function toDollars(sum: number): number {
  return Number(sum.toPrecision(12));
}

function addUp(costs: readonly (number | null)[]): number | null {
  return costs.reduce(
    (sum, cost) => (sum === null || cost === null ? null : toDollars(sum + cost)),
    0,
  );
}

/** The reported usage of several answers. */
export interface UsageTotal {
  readonly usage: Usage;
  /** Number of answers without usage. */
  readonly unreported: number;
}

interface AnswerUsage {
  readonly outcome: Outcome;
  readonly usage: Usage | null;
}

export function sumUsage(): { add(turn: AnswerUsage): void; read(): UsageTotal } {
  let usage = NO_USAGE;
  let unreported = 0;
  return {
    add({ outcome, usage: reported }) {
      const turn = reported ?? NO_USAGE;
      usage = addUsage(usage, turn);
      // Zero usage on an answered turn means the provider did not report it.
      if (outcome === 'answered' && turn.input_tokens + turn.output_tokens === 0) unreported += 1;
    },
    read: () => ({ usage, unreported }),
  };
}

const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
