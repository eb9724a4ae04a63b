interface Entry {
  readonly status: number;
  readonly title: string;
  /** Despite a status that clients usually retry: sending the request again cannot help. */
  readonly permanent?: true;
}

/** Every way a request can be refused: one table, read by the one place that answers with it. */
export const ERROR_CODES = {
  bad_request: { status: 400, title: 'The request is not valid HTTP' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  too_deep: { status: 400, title: 'The body is nested too deep' },
  missing_model_id: { status: 400, title: 'The x-model-id header is missing' },
  invalid_model_id: { status: 400, title: 'The x-model-id header names no model' },
  run_in_run: { status: 400, title: 'A turn of a run may not be sent here' },
  unauthorized: { status: 401, title: 'An API key is needed' },
  forbidden: { status: 403, title: 'This API key may not do that' },
  cross_site: { status: 403, title: 'Pages of other sites may not do that' },
  not_found: { status: 404, title: 'Nothing is here' },
  turn_not_found: { status: 404, title: 'There is no such turn' },
  run_not_found: { status: 404, title: 'There is no such run' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here' },
  request_timeout: { status: 408, title: 'The request did not come in in time' },
  run_active: { status: 409, title: 'The run is still going on' },
  run_pinned: { status: 409, title: 'The run is a pinned baseline' },
  run_cancelled: { status: 409, title: 'The run was cancelled' },
  run_failed: { status: 409, title: 'The run ended without a result' },
  budget_spent: { status: 409, title: 'The budget of the run is spent' },
  nothing_to_retry: { status: 409, title: 'Every turn of the run has its answer' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not understood' },
  wrong_host: { status: 421, title: 'This service does not go by that name' },
  invalid_request: { status: 422, title: 'Some fields are missing or wrong' },
  limit_exceeded: { status: 422, title: 'The request is larger than this service allows' },
  idempotency_conflict: { status: 422, title: 'This Idempotency-Key belongs to another request' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  too_many_runs: { status: 429, title: 'The project has too many runs going on' },
  storage_full: {
    status: 429,
    title: 'The stored runs of the project take up too much',
    permanent: true,
  },
  rate_limited: { status: 429, title: 'Too many requests for this API key' },
  provider_rate_limit: { status: 429, title: 'The model provider asks to slow down' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  provider_auth: {
    status: 502,
    title: 'The model provider refused our credentials',
    permanent: true,
  },
  model_unavailable: {
    status: 502,
    title: 'The model provider does not know this model',
    permanent: true,
  },
  provider_error: { status: 502, title: 'The model provider failed' },
  agent_auth: { status: 502, title: 'The agent backend refused our key', permanent: true },
  agent_unavailable: { status: 502, title: 'The agent backend does not answer' },
  agent_not_configured: { status: 503, title: 'No agent backend is configured', permanent: true },
  database_unavailable: { status: 503, title: 'The database cannot be reached' },
  provider_not_configured: {
    status: 503,
    title: 'No model provider is configured',
    permanent: true,
  },
  overloaded: { status: 503, title: 'The service is full' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  not_ready: { status: 503, title: 'The service is not ready' },
  took_too_long: { status: 503, title: 'The answer took too long' },
  provider_timeout: { status: 504, title: 'The model provider did not answer in time' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Whether the same request would be refused again, although its status is one that clients usually retry. */
export function isPermanent(code: ErrorCode): boolean {
  return 'permanent' in ERROR_CODES[code];
}
