import type { Tone } from '@fairtrial/format';
import { headlineInHtml } from './read-headline.ts';
import { oneLine, type Said } from './said.ts';

const HEADLINE = /<section class="card headline">(.*?)<\/section>/s;
const PILL = /<span class="pill ([^"]*)">.*?<\/span>/s;
const TONES: Readonly<Record<string, Tone>> = {
  good: 'ok',
  bad: 'bad',
  warn: 'warn',
  calm: 'plain',
};

/** Reads the headline of `index.html`, with its colour and its sentences. */
export function readHtmlReport(page: string): Said {
  const [, card = ''] = HEADLINE.exec(page) ?? [];
  const [pill = '', classes = ''] = PILL.exec(card) ?? [];
  return { ...headlineInHtml(page), tone: TONES[classes], text: textOf(card.replace(pill, '')) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]+>/g, '');
  return oneLine(text.replaceAll(/&(?:\w+|#\d+);/g, (entity) => ENTITIES[entity] ?? entity));
}
