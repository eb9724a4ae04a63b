/** Loads the test files in TEST_FILES into one process. Node passes over an error that a file throws after its first test. */
import { it } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of (process.env['TEST_FILES'] ?? '').split('\n')) {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    it(`${file} loads`, () => {
      throw error;
    });
  }
}
