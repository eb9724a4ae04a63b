import { AppError, parseGate, type FieldError, type RunId } from '@assay/contracts';

interface RequestedGates {
  readonly gates: readonly string[] | undefined;
  readonly baselineRunId: RunId | undefined;
}

/** The gates to decide: `no regression` if only a baseline is given. Throws if a gate needs a baseline and there is none. */
export function checkGates({ gates = [], baselineRunId }: RequestedGates): readonly string[] {
  if (baselineRunId !== undefined) return gates.length === 0 ? ['no regression'] : gates;
  const errors = gates.flatMap((gate, at): FieldError[] => {
    const parsed = parseGate(gate);
    const isCompared =
      parsed.state === 'parsed' && ['delta', 'no_regression'].includes(parsed.rule.kind);
    const detail = `'${gate}' compares with another run: name it in baseline_run_id`;
    return isCompared ? [{ pointer: `/gates/${at}`, detail }] : [];
  });
  const [first] = errors;
  if (first !== undefined) throw new AppError('invalid_request', first.detail, { errors });
  return gates;
}
