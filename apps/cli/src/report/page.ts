import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';

/** The style sheet of a report, light and dark. The content security policy contains the hash of exactly this text. */
const STYLE = `
:root { color-scheme: light dark;
  --page: #f7f8fa; --card: #fff; --line: #d9dde4; --ink: #141c29; --soft: #505d72;
  --good: #0b6e4f; --bad: #b3261e; --warn: #7a4f00; --calm: #505d72; --accent: #2454d6; --wash: #eef1f6; }
@media (prefers-color-scheme: dark) { :root {
  --page: #10141b; --card: #181e28; --line: #323b4a; --ink: #e7ebf2; --soft: #a4b0c3;
  --good: #4cc79a; --bad: #ff8a80; --warn: #f0b54a; --calm: #a4b0c3; --accent: #86a8ff; --wash: #222a37; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 64px; }
a { color: var(--accent); }
h1 { font-size: 26px; line-height: 1.25; margin: 4px 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 0 0 10px; color: var(--soft); }
.turn { color: inherit; overflow-wrap: anywhere; }
p { margin: 0 0 10px; overflow-wrap: anywhere; }
.hint { color: var(--soft); font-size: 13px; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .calm { color: var(--calm); }
.pill { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 1px 12px; font-weight: 600; }
.banner { border: 1px solid var(--line); border-left: 4px solid var(--accent); background: var(--card); padding: 8px 14px; border-radius: 6px; }
.tiles, .charts { display: grid; gap: 16px; margin: 16px 0; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); }
.charts { grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; margin: 0 0 16px; min-width: 0; }
.tiles .card, .charts .card { margin: 0; }
.figure { font-size: 28px; font-weight: 700; line-height: 1.2; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 7px 10px; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
th[scope=row] { overflow-wrap: anywhere; min-width: 9em; }
summary { cursor: pointer; color: var(--soft); padding: 2px 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { display: block; max-width: 100%; height: auto; }
.strip { margin: 3px 0; }
.forest text, .bars text { font-size: 12px; fill: var(--ink); }
svg .tick { fill: var(--soft); }
.axis, .zero { stroke: var(--line); } .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
.forest g line { stroke: currentColor; stroke-width: 1.5; } .forest g circle { fill: currentColor; }
.bar, .dot { fill: var(--accent); } .cross { stroke: var(--bad); stroke-width: 1.8; fill: none; }
.message { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--wash); border-radius: 8px; padding: 8px 12px;
  margin: 0 0 10px; max-height: 24em; overflow: auto; unicode-bidi: isolate; }
.calls { table-layout: fixed; margin: 6px 0 10px; }
.calls caption { text-align: left; color: var(--soft); font-size: 13px; }
.calls td { overflow-wrap: anywhere; }
.calls summary { color: inherit; }
@media (max-width: 640px) { .calls thead { position: absolute; clip-path: inset(50%); } .calls tr { display: grid; } .calls td + td { border-top: 0; }
  .calls td::before { content: 'Made'; display: block; color: var(--soft); font-size: 12px; } .calls td:first-child::before { content: 'Expected'; } }
mark { background: #ffe58a; color: #141c29; border-radius: 3px; }
.label { color: var(--soft); font-size: 13px; margin: 0 0 2px; }
.chip { display: inline-block; background: var(--wash); border-radius: 6px; padding: 0 8px; margin: 0 4px 4px 0; font-size: 13px; overflow-wrap: anywhere; }
@media print { body { background: #fff; } .message { max-height: none; } }
`;

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
