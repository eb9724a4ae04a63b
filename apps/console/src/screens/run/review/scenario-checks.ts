import type { Check, TestBatch, CheckResult, InteractionView } from '@fairtrial/contracts';
import { checkType, isJudgedCheck } from '@fairtrial/contracts/plain';
import { checkStatus, type StatusLabel } from '@fairtrial/format';

/** A check of a scenario and its place. */
export interface PlacedCheck {
  readonly check: Check;
  /** The turn whose reply it is about; `null` for the whole conversation. */
  readonly turn: number | null;
  /** Position in its list of checks. */
  readonly at: number;
}

/** Lists the checks of the whole conversation, then those of each turn. */
export function listChecks({ checks = [], interactions }: TestBatch): readonly PlacedCheck[] {
  return [
    ...checks.map((check, at) => ({ check, turn: null, at })),
    ...interactions.flatMap(({ checks: ofTurn = [] }, turn) =>
      ofTurn.map((check, at) => ({ check, turn, at })),
    ),
  ];
}

/** Asks which card; Never: Is rude; max words: 60 */
export function formatCheck(check: Readonly<Record<string, unknown>>): string {
  const type = checkType(check);
  if (type === 'text') return String(check[type]);
  if (type === 'never') return `Never: ${String(check[type])}`;
  return `${type.replaceAll('_', ' ')}: ${JSON.stringify(check[type])}`;
}

/** Returns the text to edit: the sentence of a judged check, otherwise the check as JSON. */
export function toEditedText(check: Check): string {
  if (!isJudgedCheck(check)) return JSON.stringify(check, null, 2);
  return 'text' in check ? check.text : 'never' in check ? check.never : '';
}

type ParsedCheck =
  | { readonly state: 'ready'; readonly check: Check }
  | { readonly state: 'invalid'; readonly detail: string };

/** Returns the check with the edited text. The service validates the rest. */
export function parseEditedText(check: Check, text: string): ParsedCheck {
  if (text.trim() === '') return { state: 'invalid', detail: 'A check needs a text.' };
  if (isJudgedCheck(check)) {
    return { state: 'ready', check: { ...check, [checkType(check)]: text.trim() } };
  }
  try {
    return { state: 'ready', check: JSON.parse(text) as Check };
  } catch {
    return { state: 'invalid', detail: 'This check is written as JSON, and the JSON is invalid.' };
  }
}

/** Returns the scenario with one check replaced, or added if its place is the end of the list. */
export function replaceCheck(scenario: TestBatch, { check, turn, at }: PlacedCheck): TestBatch {
  if (turn === null) return { ...scenario, checks: replaceAt(scenario.checks ?? [], at, check) };
  const interactions = scenario.interactions.map((interaction, no) =>
    no === turn
      ? { ...interaction, checks: replaceAt(interaction.checks ?? [], at, check) }
      : interaction,
  );
  return { ...scenario, interactions };
}

function replaceAt(checks: readonly Check[], at: number, check: Check): Check[] {
  return [...checks.slice(0, at), check, ...checks.slice(at + 1)];
}

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
