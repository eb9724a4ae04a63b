import { parsePath, valueAt } from '../messages/json-path.ts';
import { text } from '../messages/read-message.ts';

/** Fields that report the status of a request. If one is present, a sibling `message` describes the status. */
const STATUS_FIELDS = ['status', 'code', 'success', 'ok', 'statusCode', 'status_code', 'errcode'];

const MAX_STATUS_LENGTH = 40;
const STATUS_WORD =
  /^\W*(ok(ay)?|success(ful(ly)?)?|succeeded|done|completed?|finished|accepted|created|processed|received|ready|true|false|null|none|errors?|fail(ed|ure)?|invalid|unauthori[sz]ed|forbidden|not found|pending|queued|running|processing|in[_ ]progress|\d{1,3})\W*$/i;

/** True if a text is a request status, such as `success`, rather than model output. */
export function isStatusWord(value: string): boolean {
  return value.length <= MAX_STATUS_LENGTH && STATUS_WORD.test(value);
}

export function hasStatus(body: unknown): boolean {
  return STATUS_FIELDS.some((field) => valueAt(body, [field]) !== undefined);
}

const FAILURES = /^(error|failed|failure|fail)$/i;

/** True if the body reports that the request failed. OpenRouter reports failures in the choice. */
export function saysFailed(body: unknown): boolean {
  const choice = valueAt(body, ['choices', 0]);
  const isFailedChoice =
    isPresent(valueAt(choice, ['error'])) || valueAt(choice, ['finish_reason']) === 'error';
  const isSet = (field: string): boolean => isPresent(valueAt(body, [field]));
  const isFalse = (field: string): boolean => valueAt(body, [field]) === false;
  return (
    isFailedChoice ||
    ['error', 'errors', 'errorMessage'].some(isSet) ||
    ['success', 'ok'].some(isFalse) ||
    FAILURES.test(text(valueAt(body, ['status'])) ?? '') ||
    STATUS_FIELDS.some((field) => isErrorStatus(valueAt(body, [field])))
  );
}

const MAX_SHOWN = 300;
const MESSAGES = ['errors[0].message', 'error.message', 'error', 'errorMessage'].map(parsePath);

/** Describes a failed request: the start of the body, or the message of the error if that is further down. */
export function failureText(value: unknown, body: string): string {
  const shown = body.slice(0, MAX_SHOWN);
  const message = MESSAGES.map((path) => text(valueAt(value, path))).find(Boolean);
  return message === undefined || shown.includes(JSON.stringify(message).slice(1, -1))
    ? shown
    : message.slice(0, MAX_SHOWN);
}

/** True for a 4xx or 5xx HTTP status. */
function isErrorStatus(value: unknown): boolean {
  return typeof value === 'number' && value >= 400 && value < 600;
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}
