import type { JudgementCounts } from '../../db/grading/judgements.ts';
import type { ModelPrices, Outcome, RunCost, Usage } from '@assay/contracts';
import { costInDollars, findPrice } from '@assay/models';
import type { RunPlan } from '../../db/runs/run.ts';

type Priced = Pick<RunPlan, 'modelId' | 'prices'>;

/** The cost of a run: of the model under test, and of the judges and annotators. */
export function priceRun(
  plan: Priced,
  spent: UsageTotal,
  judgements: readonly Pick<JudgementCounts, 'model' | 'usage' | 'unreported'>[] = [],
): RunCost {
  const model = priceModel(plan, spent);
  const judge = addUp(
    judgements.map((counts) => priceModel({ ...plan, modelId: counts.model }, counts)),
  );
  return { currency: 'USD', model, judge, total: addUp([model, judge]) };
}

/** Null if the price is unknown, or if some answers came without usage. */
export function priceModel({ modelId, prices = {} }: Priced, spent: UsageTotal): number | null {
  const price = findPrice(prices, modelId);
  if (price === undefined || spent.unreported > 0) return null;
  const { input_tokens: input, output_tokens: output } = spent.usage;
  return toDollars(costInDollars({ input, output }, price));
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

/** The prices of the models that a run calls, if they are configured. */
export function selectPrices(
  { modelId, grading }: Pick<RunPlan, 'modelId' | 'grading'>,
  prices: ModelPrices,
): ModelPrices {
  const judges = grading?.judge?.models ?? [];
  const models = [modelId, ...judges, ...[grading?.annotator ?? []].flat()];
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = findPrice(prices, model);
      return price ? [[model, price] as const] : [];
    }),
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
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  let unreported = 0;
  return {
    add({ outcome, usage: reported }) {
      const {
        input_tokens: input,
        output_tokens: output,
        total_tokens: total,
      } = reported ?? NO_USAGE;
      usage.input_tokens += input;
      usage.output_tokens += output;
      usage.total_tokens += total;
      // Zero usage on an answered turn means the provider did not report it.
      if (outcome === 'answered' && input + output === 0) unreported += 1;
    },
    read: () => ({ usage, unreported }),
  };
}

const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
