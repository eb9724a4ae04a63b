import { parseGate } from '@fairtrial/contracts';

/** True if a gate decides on checks. Otherwise every required check must pass. */
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
