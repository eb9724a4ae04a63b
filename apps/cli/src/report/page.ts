import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { STYLE } from './style.ts';

/** Allows only this style sheet: no script, no image, no request. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Inserted verbatim, since the hash covers every space. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

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
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `;
  return markup;
}
