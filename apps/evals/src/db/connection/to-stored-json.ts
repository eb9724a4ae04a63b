import { toStorableJson } from '@assay/contracts';

/** PostgreSQL takes no NUL and no half of a surrogate pair, wherever in the JSON it stands. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** Rows for `json_to_recordset`. */
export function toStoredJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  return UNSTORABLE.test(json) ? JSON.stringify(toStorableJson(rows)) : json;
}
