import type { JudgeAgreement } from '@fairtrial/contracts';
import { formatScore, NONE } from '@fairtrial/format';

/** 0.812 [0.640, 0.935], or only κ if it has no interval, or a dash if it is not defined. It can be negative. */
export function formatKappa(kappa: JudgeAgreement['kappa']): string {
  if (kappa === null) return NONE;
  const value = formatSigned(kappa.value);
  return kappa.interval ? `${value} [${kappa.interval.map(formatSigned).join(', ')}]` : value;
}

function formatSigned(value: number): string {
  return formatScore(value).replace('-', '−');
}
