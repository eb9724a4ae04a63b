/** Every way a request can be refused: one table, read by the one place that answers with it. */
export const ERROR_CODES = {
  bad_request: { status: 400, title: 'The request is not valid HTTP' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  too_deep: { status: 400, title: 'The body is nested too deep' },
  missing_model_id: { status: 400, title: 'The x-model-id header is missing' },
  invalid_model_id: { status: 400, title: 'The x-model-id header names no model' },
  unauthorized: { status: 401, title: 'An API key is needed' },
  not_found: { status: 404, title: 'Nothing is here' },
  run_not_found: { status: 404, title: 'There is no such run' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not understood' },
  wrong_host: { status: 421, title: 'This service does not go by that name' },
  invalid_request: { status: 422, title: 'Some fields are missing or wrong' },
  limit_exceeded: { status: 422, title: 'The request is larger than this service allows' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  provider_rate_limit: { status: 429, title: 'The model provider asks to slow down' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  provider_auth: { status: 502, title: 'The model provider refused our credentials' },
  model_unavailable: { status: 502, title: 'The model provider does not know this model' },
  provider_error: { status: 502, title: 'The model provider failed' },
  provider_not_configured: { status: 503, title: 'No model provider is configured' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  not_ready: { status: 503, title: 'The service is not ready' },
  provider_timeout: { status: 504, title: 'The model provider did not answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
