import { html, type Html } from './html.ts';

export function table(headings: readonly string[], rows: readonly Html[]): Html {
  const cells = headings.map((one) => html`<th>${one}</th>`);
  return html`<table>
    <thead>
      <tr>
        ${cells}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The numbers of a chart as a collapsed table, for readers who cannot see the chart. */
export function chartTable(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<details>
    <summary>Show as table</summary>
    ${table(headings, rows)}
  </details>`;
}
