import type { EvaluationInput } from '@assay/client';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { fitText } from '../terminal/fit-text.ts';

const NAME = 40;

/** What a run would ask of the endpoint. */
export function planLines(request: EvaluationInput, { colors }: Terminal): readonly string[] {
  const scenarios = [request.test_batch].flat();
  const attempts = request.attempts ?? 1;
  const turns = scenarios.reduce((sum, { interactions }) => sum + interactions.length, 0);
  const rows = scenarios.map(({ name, id, interactions }) => {
    const calls = `${interactions.length} × ${attempts} = ${interactions.length * attempts}`;
    return `${fitText(printable(name ?? id ?? 'without a name'), NAME)}  ${calls}`;
  });
  return [
    colors.dim(`${fitText('Scenario', NAME)}  Calls`),
    ...rows,
    colors.bold(`${fitText('All', NAME)}  ${turns} × ${attempts} = ${turns * attempts}`),
    `to ${printable(request.endpoint)} as ${printable(request.model_id)}, ${request.concurrency ?? 8} at a time; retries and judges not counted`,
  ];
}
