type Interval = readonly [number, number];

/** `.71`: two digits are what five attempts can tell. */
export function scoreText(score: number): string {
  const text = Math.abs(score).toFixed(2);
  return text.startsWith('0') ? text.slice(1) : text.slice(0, 3);
}

/** `.71 [.62,.80]` */
export function meanText(mean: number, interval: Interval | null): string {
  if (interval === null) return scoreText(mean);
  return `${scoreText(mean)} [${interval.map(scoreText).join(',')}]`;
}

/** `−.09`, `+.08` */
export function signedText(delta: number): string {
  const text = scoreText(delta);
  if (text === '.00') return ' .00';
  return `${delta < 0 ? '−' : '+'}${text}`;
}

/** `−.09 [−.14,−.04]` */
export function deltaText(delta: number, interval: Interval | null): string {
  if (interval === null) return signedText(delta);
  return `${signedText(delta)} [${interval.map((end) => signedText(end).trim()).join(',')}]`;
}
