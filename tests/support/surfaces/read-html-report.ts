import type { Tone } from '@assay/format';
import assert from 'node:assert/strict';
import { basisIn, oneLine, type Said } from './said.ts';

const HEADLINE = /<section class="card headline">(.*?)<\/section>/s;
const PILL = /<span class="pill ([^"]*)">(.*?)<\/span>/s;
const TONES: Readonly<Record<string, Tone>> = {
  good: 'ok',
  bad: 'bad',
  warn: 'warn',
  calm: 'plain',
};

/** The headline of `index.html`. */
export function readHtmlReport(page: string): Said {
  const [, card = ''] = HEADLINE.exec(page) ?? [];
  const [pill, classes = '', status = ''] = PILL.exec(card) ?? [];
  assert.ok(pill, 'the report has no headline');
  const [, word = ''] = /^\S (.+?)(?:, by .+)?$/.exec(textOf(status)) ?? [];
  return {
    word,
    tone: TONES[classes.trim()],
    basis: basisIn(textOf(status)),
    text: textOf(card.replace(pill, '')),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(?:\w+|#\d+);/g, (entity) => {
    return ENTITIES[entity] ?? entity;
  });
  return oneLine(text);
}
