/** Markup that is safe to insert into a page. Created by `html`; elsewhere only from trusted text. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** A template tag that escapes every value except `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const rest = parts.map((part, at) => `${toMarkup(part)}${strings[at + 1] ?? ''}`);
  return new Html(`${strings[0] ?? ''}${rest.join('')}`);
}

function toMarkup(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(toMarkup).join('');
  return escapeText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Characters that HTML cannot contain: all control characters except tab and line feed. */
const UNWRITABLE = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu;

function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .toWellFormed()
    .replaceAll(UNWRITABLE, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
