import {
  DatasetChanges,
  DatasetContent,
  EvaluationRequest,
  Interaction,
  RescoreRequest,
  Target,
  TestBatch,
  TestCall,
} from '@fairtrial/contracts';

/** The known fields of an object in a request body, and the schemas of nested objects or lists of objects. */
export interface KnownFields {
  readonly names: ReadonlySet<string>;
  readonly below?: ReadonlyMap<string, KnownFields>;
}

export type Path = readonly (string | number)[];

/** An object in a request, which may have any number of unknown fields. */
interface Place {
  readonly path: Path;
  readonly known: ReadonlySet<string>;
}

/** Called for each unknown field. A list of all of them would cost more than most visitors do. */
type Visit = (name: string, value: unknown, place: Place) => void;

/** Texts that the caller chooses. Their names count as unknown fields. */
const FREE: KnownFields = { names: new Set() };

/** `path` and `body` are searched like unknown fields, because the caller chooses what they contain. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['path', 'body']);

export const TARGET_FIELDS: KnownFields = {
  names: new Set(Object.keys(Target.shape)).difference(FREE_FIELDS),
  below: new Map([
    ['headers', FREE],
    [
      'session',
      {
        names: new Set(['from', 'open']),
        below: new Map([['open', { names: new Set(['method']) }]]),
      },
    ],
  ]),
};

const TEST_BATCH: KnownFields = {
  names: new Set(Object.keys(TestBatch.shape)),
  below: new Map([['interactions', { names: new Set(Object.keys(Interaction.shape)) }]]),
};

export const EVALUATION_FIELDS: KnownFields = {
  names: new Set(Object.keys(EvaluationRequest.shape)),
  below: new Map([
    ['test_batch', TEST_BATCH],
    ['target', TARGET_FIELDS],
    ['parameters', FREE], // of the endpoint
  ]),
};

export const RESCORE_FIELDS: KnownFields = {
  names: new Set(Object.keys(RescoreRequest.shape)),
  below: new Map([['test_batch', TEST_BATCH]]),
};

export const DATASET_FIELDS: KnownFields = {
  names: new Set(Object.keys(DatasetContent.shape)),
  below: new Map([['scenarios', TEST_BATCH]]),
};

export const DATASET_CHANGE_FIELDS: KnownFields = {
  names: new Set(Object.keys(DatasetChanges.shape)),
  below: new Map([['upsert', TEST_BATCH]]),
};

export const TEST_CALL_FIELDS: KnownFields = {
  names: new Set(Object.keys(TestCall.shape)),
  below: new Map([['target', TARGET_FIELDS]]),
};

/** Accepts any JSON value, including one that is not a valid request. */
export function visitUnknownFields(value: unknown, fields: KnownFields, visit: Visit): void {
  visitBelow(value, { path: [], fields, visit });
}

interface Search {
  readonly path: Path;
  readonly fields: KnownFields;
  readonly visit: Visit;
}

function visitBelow(value: unknown, { path, fields, visit }: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      visitBelow(item, { path: [...path, at], fields, visit });
    return;
  }
  const place = { path, known: fields.names };
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    const below = fields.below?.get(name);
    if (below) visitBelow(inner, { path: [...path, name], fields: below, visit });
    else if (!fields.names.has(name)) visit(name, inner, place);
  }
}
