interface Entry {
  readonly status: number;
  readonly title: string;
  /** Retrying cannot help, although clients usually retry this status. */
  readonly permanent?: true;
}

/** All error codes of both services. */
export const ERROR_CODES = {
  bad_request: { status: 400, title: 'The request is not valid HTTP' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  too_deep: { status: 400, title: 'The body is nested too deep' },
  missing_model_id: { status: 400, title: 'The x-model-id header is missing' },
  invalid_model_id: { status: 400, title: 'The x-model-id header is not a valid model id' },
  run_in_run: { status: 400, title: 'Turns of a run cannot be sent to this route' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  forbidden: { status: 403, title: 'This API key lacks the required scope' },
  cross_site: { status: 403, title: 'Cross-site request refused' },
  not_found: { status: 404, title: 'Not found' },
  turn_not_found: { status: 404, title: 'Turn not found' },
  run_not_found: { status: 404, title: 'Run not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request was not received in time' },
  run_active: { status: 409, title: 'The run is still active' },
  run_pinned: { status: 409, title: 'The run is a pinned baseline' },
  run_cancelled: { status: 409, title: 'The run was cancelled' },
  run_failed: { status: 409, title: 'The run ended without a result' },
  budget_spent: { status: 409, title: 'The call budget of the run is spent' },
  nothing_to_retry: { status: 409, title: 'Every turn of the run is answered' },
  version_conflict: { status: 412, title: 'The dataset was changed in the meantime' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type' },
  wrong_host: { status: 421, title: 'Unknown host name' },
  invalid_request: { status: 422, title: 'Some fields are missing or invalid' },
  limit_exceeded: { status: 422, title: 'The request exceeds a limit' },
  idempotency_conflict: {
    status: 422,
    title: 'The Idempotency-Key was used with a different request',
  },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  too_many_runs: { status: 429, title: 'The project has too many active runs' },
  storage_full: {
    status: 429,
    title: 'The project has reached its storage limit',
    permanent: true,
  },
  rate_limited: { status: 429, title: 'Too many requests for this API key' },
  provider_rate_limit: { status: 429, title: 'The model provider limits the request rate' },
  internal: { status: 500, title: 'Internal error' },
  provider_auth: {
    status: 502,
    title: 'The model provider rejected the credentials',
    permanent: true,
  },
  model_unavailable: {
    status: 502,
    title: 'The model provider does not know this model',
    permanent: true,
  },
  provider_error: { status: 502, title: 'The model provider failed' },
  agent_auth: { status: 502, title: 'The agent backend rejected the API key', permanent: true },
  agent_unavailable: { status: 502, title: 'The agent backend is unavailable' },
  agent_not_configured: { status: 503, title: 'No agent backend is configured', permanent: true },
  database_unavailable: { status: 503, title: 'The database is unavailable' },
  provider_not_configured: {
    status: 503,
    title: 'No model provider is configured',
    permanent: true,
  },
  overloaded: { status: 503, title: 'The service is overloaded' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  not_ready: { status: 503, title: 'The service is not ready' },
  took_too_long: { status: 503, title: 'The request took too long' },
  provider_timeout: { status: 504, title: 'The model provider did not answer in time' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** True if retrying cannot help, although clients usually retry the status of this code. */
export function isPermanent(code: ErrorCode): boolean {
  return 'permanent' in ERROR_CODES[code];
}
