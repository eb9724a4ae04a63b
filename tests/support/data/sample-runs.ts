import { EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { postEvaluate } from '../calls/evaluate.ts';

interface Sample {
  readonly test_batch: object;
  readonly test_name: string;
}

const FOLDER = new URL('../../../samples/', import.meta.url);

/** All samples as the scenarios of one batch, each named after its file. */
const samples: readonly object[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .map((file) => {
    const sample = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Sample;
    return { ...sample.test_batch, name: sample.test_name };
  });

/** Runs all samples against the simulator and expects them to complete. */
export async function runSamples(
  evals: { readonly url: string },
  changes: object,
): Promise<EvaluationResponse> {
  const { status, body } = await postEvaluate(evals, {
    test_batch: samples,
    attempts: 5,
    ...changes,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return EvaluationResponse.parse(body);
}
