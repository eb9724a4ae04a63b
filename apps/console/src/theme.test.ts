import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

/** Text on its background. */
const PAIRS = [
  ...['text', 'dim', 'accent', 'ok', 'bad', 'warn'].flatMap((text) =>
    ['bg', 'surface', 'raised'].map((background) => [text, background] as const),
  ),
  ...(['ok', 'bad', 'warn'] as const).map((tone) => [tone, `${tone}-soft`] as const),
  ['on-accent', 'accent'],
] as const;

/** What WCAG requires of text (level AA). */
const MIN_CONTRAST = 4.5;

it('text has enough contrast in the light and in the dark theme', () => {
  const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
  const colours = new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
      ([, name = '', ...themes]) => [name, themes],
    ),
  );
  for (const [theme, position] of [
    ['light', 0],
    ['dark', 1],
  ] as const) {
    for (const [text, background] of PAIRS) {
      const [a, b] = [text, background].map((name) => luminance(colours.get(name)?.[position]));
      const contrast =
        (Math.max(a ?? NaN, b ?? NaN) + 0.05) / (Math.min(a ?? NaN, b ?? NaN) + 0.05);
      assert.ok(contrast >= MIN_CONTRAST, `--${text} on --${background}, ${theme}: ${contrast}`);
    }
  }
});

/** Relative luminance of a colour such as `#fff` or `#0f141b`. */
function luminance(colour = ''): number {
  const hex = colour.length === 4 ? colour.replaceAll(/\w/g, '$&$&') : colour;
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
