import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileName } from './run-files.ts';

const ID = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';

describe('the name of an exported file', () => {
  it('an export is named after the test and the end of the run id', () => {
    assert.equal(fileName('Größe: "a/b".exe', ID, 'csv'), 'Gro-e-a-b-exe-9ad9c69d.csv');
    assert.equal(fileName('../../etc/passwd', ID, 'md'), 'etc-passwd-9ad9c69d.md');
    assert.equal(fileName('日本語', ID, 'md'), 'run-9ad9c69d.md');
  });

  it('the file name of an export is safe in a header and on disk for any test name', () => {
    const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(anyText, (name) => {
        assert.match(fileName(name, ID, 'csv'), /^[A-Za-z0-9_][A-Za-z0-9_-]{0,90}\.csv$/);
      }),
    );
    assert.ok(fileName('x'.repeat(1e6), ID, 'csv').length < 100);
  });
});
