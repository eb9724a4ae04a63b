import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedact } from './redact.ts';
import { writeOrdinaryNumbers } from './testing/ordinary-numbers.ts';
import { plantSecrets, type Planted } from './testing/planted-secrets.ts';

const SEED = 20_261;

/** How a secret is written; the last two have other spaces and line breaks. */
const FORMATS: Readonly<Record<string, (planted: Planted) => string>> = {
  prose: ({ label, value }) => `Hello, I need help. ${label} is ${value}, why does it not work?`,
  JSON: ({ label, value }) =>
    JSON.stringify({ role: 'user', content: `Hi\n${label}: ${value}\tThanks`, [label]: value }),
  'URL query': ({ label, value }) =>
    `https://shop.example/help?q=${encodeURIComponent(`${label}: ${value} please`)}&page=2`,
  'Markdown table': ({ label, value }) => `| Field | Value |\n|---|---|\n| ${label} | ${value} |`,
  CSV: ({ label, value }) => `17,${label},"${value}",open\n`,
  'log line': ({ label, value }) =>
    `2026-11-18T09:12:33.120Z ERROR failed ${label}=${value}\n    at login (/srv/app/login.ts:12:3)`,
  'unicode spaces': ({ label, value }) =>
    `${label}:\u202F${value.startsWith('-----') ? value : value.replaceAll(' ', '\u00A0')}\u2009!`,
  'line breaks': ({ label, value }) => `Here it is:\n${label}:\n${value}\r\nThanks`,
};

/** A secret is removed if no half of it is left, whatever stands between its characters. */
function isLeft({ value }: Planted, redacted: string): boolean {
  const secret = compact(secretPart(value));
  const left = compact(redacted);
  const half = Math.ceil(secret.length / 2);
  return Array.from({ length: secret.length - half + 1 }, (_, at) =>
    secret.slice(at, at + half),
  ).some((part) => left.includes(part));
}

/** The password of a URL; of other values everything. */
function secretPart(value: string): string {
  return /:\/\/shop:(.+)@/.exec(value)?.[1] ?? value.replace(/^(?:Bearer|Basic) /, '');
}

function compact(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // The text is not encoded.
  }
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

interface Share {
  of: number;
  found: string[];
}

function addTo(shares: Map<string, Share>, kind: string, found: string | undefined): void {
  const share = shares.get(kind) ?? { of: 0, found: [] };
  share.of += 1;
  if (found !== undefined) share.found.push(found);
  shares.set(kind, share);
}

function describeShares(shares: ReadonlyMap<string, Share>): string {
  return [...shares]
    .filter(([, { found }]) => found.length > 0)
    .map(
      ([kind, { of, found }]) =>
        `${kind}: ${found.length} of ${of}\n  ${found.slice(0, 4).join('\n  ')}`,
    )
    .join('\n');
}

function countFound(shares: ReadonlyMap<string, Share>): number {
  return [...shares.values()].reduce((sum, { found }) => sum + found.length, 0);
}

describe('the quality of redaction', () => {
  it('removes at least 99 % of 300 secrets and personal data in each of eight formats', () => {
    const planted = plantSecrets(SEED);
    assert.equal(planted.length, 300);
    for (const [format, write] of Object.entries(FORMATS)) {
      const left = new Map<string, Share>();
      for (const secret of planted) {
        const text = write(secret);
        const redacted = createRedact([])(text);
        addTo(left, secret.kind, isLeft(secret, redacted) ? `${text} -> ${redacted}` : undefined);
      }
      assert.ok(countFound(left) <= 3, `${format}: left are\n${describeShares(left)}`);
    }
  });

  it('keeps at least 98 % of 500 ordinary numbers of conversations', () => {
    const removed = new Map<string, Share>();
    const phrases = writeOrdinaryNumbers(SEED);
    assert.equal(phrases.length, 500);
    for (const { kind, text } of phrases) {
      const sentence = `Thank you. ${text}, is that right?`;
      const redacted = createRedact([])(sentence);
      addTo(removed, kind, redacted === sentence ? undefined : `${sentence} -> ${redacted}`);
    }
    assert.ok(countFound(removed) <= 10, describeShares(removed));
  });
});
