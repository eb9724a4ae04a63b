import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { STYLE } from './style.ts';

/** The page may use this one style and nothing else: no script, no picture, no address is ever asked for. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** In one piece: a space more or less, and the hash would be another. */
const SHEET = new Html(`<style>${STYLE}</style>`);

/** A whole page. */
export function page(title: string, body: Html): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${SHEET}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `;
  return markup;
}
