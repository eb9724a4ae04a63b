/**
 * Size limits of requests, used by the check before parsing, the schemas, the OpenAPI documents and the documentation.
 * Without them one request could block a process for seconds or exhaust its memory.
 */
export const INPUT_LIMITS = {
  body_bytes: 16 * 1024 * 1024,
  /** For routes that accept no conversations or other long texts. */
  small_body_bytes: 256 * 1024,
  depth: 64,
  /** Values of any type in one body. */
  values: 200_000,
  list_items: 10_000,
  object_keys: 1000,
  key_chars: 500,
  /** Any string. Large enough for an image in a message. */
  string_chars: 12 * 1024 * 1024,
  /** Messages, reference replies, descriptions and system prompts. */
  text_chars: 1_000_000,
  /** Ids, names and search terms. */
  name_chars: 500,
  /** Scenario pattern of a gate. */
  pattern_chars: 200,
  url_chars: 2000,
  metadata_keys: 100,
  errors_listed: 20,
} as const;
