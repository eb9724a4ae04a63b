/** The answer of both services to an Idempotency-Key that breaks their common rule. */
export const INVALID_IDEMPOTENCY_KEY = {
  status: 400,
  code: 'bad_request',
  detail: 'Idempotency-Key must have 1 to 255 printable ASCII characters',
};
