import type { GateFinding, GateVerdict, GateWord } from '@assay/contracts';
import type { Style } from '../terminal/format-table.ts';
import type { Colors, Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { wrapWords } from '../terminal/wrap-words.ts';

const SIGNS: Readonly<Record<GateWord, string>> = { pass: '✓', fail: '✗', inconclusive: '?' };

/** Each gate with what was found; where it did not pass, in a whole sentence. */
export function gateLines({ gates }: GateVerdict, terminal: Terminal): readonly string[] {
  return gates.map((gate, at) => {
    const indent = at === 0 ? 'Gates  ' : '       ';
    const text = `${indent}${SIGNS[gate.verdict]} ${describe(gate)}`;
    const wrapped = wrapWords(text.replace(indent, ''), {
      width: terminal.columns - indent.length,
      indent: '  ',
    }).replaceAll('\n', `\n${' '.repeat(indent.length)}`);
    return indent + styleFor(gate.verdict, terminal.colors)(wrapped);
  });
}

function describe({ gate, verdict, value, sentence }: GateFinding): string {
  const said = printable(gate);
  if (verdict !== 'pass') return `${said}: ${printable(sentence)}`;
  const isCount = value === null || said === 'no regression';
  return isCount ? said : `${said} (${showValue(said, value)})`;
}

function showValue(gate: string, value: number): string {
  if (!gate.startsWith('latency')) return String(Number(value.toFixed(3)));
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

function styleFor(verdict: GateWord, colors: Colors): Style {
  if (verdict === 'pass') return colors.green;
  return verdict === 'fail' ? colors.red : colors.yellow;
}
