import { nice, ticks } from 'd3-array';

type Range = readonly [number, number];

/** Maps a value to a pixel. */
export interface LinearScale {
  (value: number): number;
  /** About `count` round values of the domain. */
  ticks(count: number): readonly number[];
}

/** Maps the domain to pixels. `from` may be above `to`: pixels of a vertical axis grow downwards. */
export function linearScale([low, high]: Range, [from, to]: Range): LinearScale {
  const scale = (value: number): number => {
    const part = high === low ? 0.5 : (value - low) / (high - low);
    return from * (1 - part) + to * part;
  };
  return Object.assign(scale, { ticks: (count: number) => ticks(low, high, count) });
}

/** Widens a domain to round values, about `count` ticks apart. */
export function niceDomain([low, high]: Range, count: number): Range {
  const [niceLow, niceHigh] = nice(low, high, count);
  return [niceLow, niceHigh];
}
