/**
 * How large a request may be: one table for the check before a body is parsed, the schemas, the OpenAPI documents and
 * the documentation. Without a limit one request can hold a process for seconds or take all of its memory.
 */
export const INPUT_LIMITS = {
  body_bytes: 16 * 1024 * 1024,
  /** A body of a route that takes no conversations and no texts. */
  small_body_bytes: 256 * 1024,
  depth: 64,
  /** Values of any kind in one body: objects, lists, texts, numbers. */
  values: 200_000,
  list_items: 10_000,
  object_keys: 1000,
  key_chars: 500,
  /** Any string; as large as an image in a message is. */
  string_chars: 12 * 1024 * 1024,
  /** Texts of a test: messages, references, system prompts. */
  text_chars: 1_000_000,
  /** Ids, names, and a text that is searched for. */
  name_chars: 500,
  /** The pattern of a gate that selects scenarios. */
  pattern_chars: 200,
  url_chars: 2000,
  metadata_keys: 100,
  errors_listed: 20,
} as const;
