/** What a judge said of a reply, as far as it is shown. */
export interface Judgement {
  readonly model: string;
  readonly sample: number;
  readonly choice: string | undefined;
  readonly score: number | undefined;
  readonly rationale: string | undefined;
  readonly failure: string | undefined;
}

/** The judgements of an interaction; services that know no judge have none. */
export function readJudgements(value: unknown): readonly Judgement[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((one, at) => ({
    model: textOf(one['model']) ?? 'judge',
    sample: typeof one['sample'] === 'number' ? one['sample'] : at,
    choice: textOf(one['choice']),
    score: typeof one['score'] === 'number' ? one['score'] : undefined,
    rationale: textOf(one['rationale']),
    failure: isRecord(one['failure']) ? textOf(one['failure']['message']) : undefined,
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
