/** Numbers as people read them; everywhere in a report the same. */
const MINUS = '−';

export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

export function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  if (text === '0.000') return text;
  return `${value < 0 ? MINUS : '+'}${text}`;
}

export function interval(range: readonly [number, number] | null | undefined): string {
  return range ? `${score(range[0])} to ${score(range[1])}` : '';
}

export function signedInterval(range: readonly [number, number] | null): string {
  return range ? `${signed(range[0])} to ${signed(range[1])}` : '';
}

export function bracketed(text: string): string {
  return text === '' ? '' : `[${text}]`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** `$1.20`, `$0.00012`: two digits that say something, however little it is. */
export function dollars(value: number | null): string {
  if (value === null) return '–';
  const digits = value === 0 || value >= 0.1 ? 2 : 1 - Math.floor(Math.log10(value));
  return `$${value.toFixed(Math.min(digits, 9))}`;
}

export function signedDollars(value: number): string {
  const text = dollars(Math.abs(value));
  return value === 0 ? text : `${value < 0 ? MINUS : '+'}${text}`;
}

export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`;
}
