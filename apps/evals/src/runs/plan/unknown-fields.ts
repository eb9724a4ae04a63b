import {
  EvaluationRequest,
  Interaction,
  RescoreRequest,
  Target,
  TestBatch,
  TestCall,
} from '@assay/contracts';

/** The known fields of an object in a request body, and those of them that hold objects or lists of objects with fields. */
interface KnownFields {
  readonly names: readonly string[];
  readonly below?: ReadonlyMap<string, KnownFields>;
}

type Path = readonly (string | number)[];

/** A field of a request that no schema names. */
export interface UnknownField {
  /** Where the object is that has it. The path of each field would cost more than all that is done with most of them. */
  readonly parent: Path;
  readonly name: string;
  readonly value: unknown;
  /** The fields that are known beside it. */
  readonly known: readonly string[];
}

const TARGET: KnownFields = { names: Object.keys(Target.shape) };

const TEST_BATCH: KnownFields = {
  names: Object.keys(TestBatch.shape),
  below: new Map([['interactions', { names: Object.keys(Interaction.shape) }]]),
};

export const EVALUATION_FIELDS: KnownFields = {
  names: Object.keys(EvaluationRequest.shape),
  below: new Map([
    ['test_batch', TEST_BATCH],
    ['target', TARGET],
    ['parameters', { names: [] }], // those of the endpoint
  ]),
};

export const RESCORE_FIELDS: KnownFields = { names: Object.keys(RescoreRequest.shape) };

export const TEST_CALL_FIELDS: KnownFields = {
  names: Object.keys(TestCall.shape),
  below: new Map([['target', TARGET]]),
};

/** Any JSON value can be looked at, also one that is no valid request. */
export function listUnknownFields(value: unknown, fields: KnownFields): readonly UnknownField[] {
  const found: UnknownField[] = [];
  collect(value, { fields, path: [], found });
  return found;
}

interface Search {
  readonly fields: KnownFields;
  readonly path: Path;
  readonly found: UnknownField[];
}

function collect(value: unknown, { fields, path, found }: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) collect(item, { fields, path: [...path, at], found });
    return;
  }
  for (const name of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[name];
    const below = fields.below?.get(name);
    if (below) collect(inner, { fields: below, path: [...path, name], found });
    else if (!fields.names.includes(name)) {
      found.push({ parent: path, name, value: inner, known: fields.names });
    }
  }
}
