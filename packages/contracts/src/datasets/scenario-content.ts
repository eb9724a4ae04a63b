import type { TestBatch } from '../request/test-batch.ts';
import { sortKeys } from '../shared/sort-keys.ts';

/**
 * The content of a scenario as text: equal scenarios have the same text, whatever the order of their keys. Its SHA-256
 * is the content hash, in the service and in the CLI.
 */
export function serializeScenario(scenario: TestBatch): string {
  return JSON.stringify(sortKeys(scenario));
}
