import { join } from 'node:path';
import type { Inputs } from './config.ts';

/** Converts the inputs of a pipeline to arguments of `fairtrial`. Each value is a single argument, whatever it contains. */
export function toArguments(inputs: Inputs): readonly string[] {
  const folder = inputs.FAIRTRIAL_OUTPUT;
  const options = {
    model: inputs.FAIRTRIAL_MODEL,
    endpoint: inputs.FAIRTRIAL_ENDPOINT,
    attempts: inputs.FAIRTRIAL_ATTEMPTS,
    baseline: inputs.FAIRTRIAL_BASELINE,
    server: inputs.FAIRTRIAL_SERVER,
    name: inputs.FAIRTRIAL_RUN_NAME,
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
    ...inputs.FAIRTRIAL_GATES.map((gate) => `--gate=${gate}`),
    '--',
    ...inputs.FAIRTRIAL_FILES,
  ];
}
