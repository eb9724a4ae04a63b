import type { GateVerdict } from '@assay/contracts';
import { codeSpan } from './code-span.ts';

const GATES_SHOWN = 20;
const GATE = 60;
const SENTENCE = 240;
const GLYPHS = { pass: '✓', fail: '✗', inconclusive: '?' } as const;

/** What became of the gates. */
export function writeGates({ gates }: GateVerdict): readonly string[] {
  const hidden = gates.length - GATES_SHOWN;
  return [
    '### Gates',
    '',
    ...gates
      .slice(0, GATES_SHOWN)
      .map(
        ({ gate, verdict, sentence }) =>
          `- ${GLYPHS[verdict]} **${verdict}** ${codeSpan(gate, GATE)}: ${codeSpan(sentence, SENTENCE)}`,
      ),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    '',
  ];
}
