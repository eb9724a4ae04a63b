import type { CheckResult, InteractionView } from '@fairtrial/contracts';
import { checkStatus, type StatusLabel } from '@fairtrial/format';
import { formatCheck } from './scenario-checks.ts';

/** One thing that the judge or a check found about an attempt. */
export interface JudgeFinding {
  readonly about: string;
  /** `undefined` for an explanation that is not about a check. */
  readonly status: StatusLabel | undefined;
  readonly reason: string;
  /** Passages of the replies that support it. */
  readonly quotes: readonly string[];
}

/** Lists the results of the checks and the explanations of the judge for the turns of one attempt. */
export function listFindings(views: readonly InteractionView[]): readonly JudgeFinding[] {
  const conversation = views[0]?.conversation?.checks ?? [];
  return [
    ...conversation.map((check) => fromCheck(formatCheck(check), check)),
    ...views.flatMap(({ turn, checks, judgements = [] }) => [
      ...checks.map((check) => fromCheck(`Turn ${turn + 1}: ${formatCheck(check)}`, check)),
      ...judgements.flatMap(({ model, rationale }) =>
        rationale ? [{ about: `Turn ${turn + 1}, ${model}`, ...explained(rationale) }] : [],
      ),
    ]),
  ];
}

function fromCheck(about: string, check: CheckResult): JudgeFinding {
  const { detail, reason, evidence = [] } = check;
  const quotes = evidence.map(({ quote }) => quote);
  return { about, status: checkStatus(check), reason: reason ?? detail, quotes };
}

function explained(reason: string): Omit<JudgeFinding, 'about'> {
  return { status: undefined, reason, quotes: [] };
}
