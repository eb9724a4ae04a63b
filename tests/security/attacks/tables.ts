import { parse } from 'csv-parse/sync';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { get, playRun } from '../runner/calls.ts';

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  'a\r=1+1',
  'a\n=1+1',
  '"=1+1"',
  ' =1+1',
  '＝1+1',
  "=cmd|'/c calc'!A1",
  'a",=1+1,"b',
  '\r\n@x',
  '\u0000=1',
  "'=1+1",
  '%=1',
  '|=1',
];
const STARTS_FORMULA = /^[=+@\-\t\r\n＝＋－＠]/;

/** Spreadsheets interpret a cell with such a start as a formula. */
function attackTables(): readonly ScriptedAttack[] {
  return FORMULAS.map((text) => ({
    name: `the reply ${JSON.stringify(text)} in a table`,
    async play(environment) {
      const model = `table ${FORMULAS.indexOf(text)}`;
      environment.answerAs(model, (_, response) => sendJson(response, chatCompletion(text)));
      const interaction = { id: text, user_message: text, reference_reply: text };
      const { runId, fault } = await playRun(environment, {
        model_id: model,
        test_name: text,
        test_batch: { id: text, interactions: [interaction] },
      });
      if (fault !== undefined) return fault;
      const { text: csv } = await environment.send(get(`/runs/${runId}/export?format=csv`));
      const [, ...rows] = parse(csv, { bom: true });
      const cells = rows.flat().filter((cell) => Number.isNaN(Number(cell)));
      // A program that treats a lone carriage return as the end of a line must not find the start of a cell there.
      const unquoted = csv.replaceAll(/"(?:[^"]|"")*"/g, '');
      if (/\r(?!\n)/.test(unquoted)) return 'a carriage return stands outside of quotes';
      const cell = cells.find((one) => STARTS_FORMULA.test(one) && !one.startsWith("'"));
      return cell === undefined
        ? undefined
        : `a cell begins a formula: ${JSON.stringify(cell.slice(0, 40))}`;
    },
  }));
}

export const attackClass: AttackClass = {
  title: 'formulas in tables',
  attacks: attackTables,
};
