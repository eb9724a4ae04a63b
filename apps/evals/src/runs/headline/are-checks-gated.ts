import { parseGate } from '@assay/contracts';

/** Whether gates decide on checks. If none does, every required check must hold. */
export function areChecksGated(gates: readonly string[]): boolean {
  return gates.some((text) => {
    const parsed = parseGate(text);
    if (parsed.state !== 'parsed') return false;
    const { rule } = parsed;
    return (
      rule.kind === 'allow_failures' || (rule.kind === 'score' && /^checks(\.|$)/.test(rule.metric))
    );
  });
}
