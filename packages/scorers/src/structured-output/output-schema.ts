/** What an answer says, or why it says nothing that could be used. */
export type Reading<T> =
  | { readonly state: 'read'; readonly value: T }
  | { readonly state: 'unreadable'; readonly why: string }
  | { readonly state: 'untrusted'; readonly why: string };

/** A form that a model is made to fill in. */
export interface Form<T> {
  /** Of the schema and of the tool: letters and underscores. */
  readonly name: string;
  /** What is asked, in words. */
  readonly task: string;
  /** The JSON Schema of each field, with a description, in the order in which they are filled in. */
  readonly fields: Readonly<Record<string, FormField>>;
  /** What a last line ends with where nothing else can be had, in words. */
  readonly lastLine: string;
  read(fields: Readonly<Record<string, unknown>>): Reading<T>;
  /** `before` is what was said above the last line. */
  readLine(line: string, before: string): Reading<T>;
}

export interface FormField {
  readonly type: string;
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: string; readonly enum: readonly string[] };
}

/** The field in which the id of the case comes back. */
export const CASE_ID = 'case_id';

export function schemaOf({ fields }: Form<unknown>): object {
  const description = 'the case id from the instructions, copied';
  const properties = { [CASE_ID]: { type: 'string', description }, ...fields };
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function read<T>(value: T): Reading<T> {
  return { state: 'read', value };
}

export function unreadable(why: string): Reading<never> {
  return { state: 'unreadable', why };
}
