import { join } from 'node:path';
import type { Inputs } from './config.ts';

/** Converts the inputs of a pipeline to arguments of `assay`. Each value is a single argument, whatever it contains. */
export function toArguments(inputs: Inputs): readonly string[] {
  const folder = inputs.ASSAY_OUTPUT;
  const options = {
    model: inputs.ASSAY_MODEL,
    endpoint: inputs.ASSAY_ENDPOINT,
    attempts: inputs.ASSAY_ATTEMPTS,
    baseline: inputs.ASSAY_BASELINE,
    server: inputs.ASSAY_SERVER,
    name: inputs.ASSAY_RUN_NAME,
    md: join(folder, 'report.md'),
    junit: join(folder, 'junit.xml'),
    json: join(folder, 'result.json'),
    html: join(folder, 'html'),
  };
  return [
    'run',
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    ...inputs.ASSAY_GATES.map((gate) => `--gate=${gate}`),
    '--',
    ...inputs.ASSAY_FILES,
  ];
}
