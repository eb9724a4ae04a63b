import { findEvidence, isDecidable, splitCondition } from './check-rule.ts';
import { lastUserMessage, type SimCall } from './sim-model.ts';
import { fillSchema, listBlocks, type Block } from './structured-prompt.ts';

/** The judgement of one check, in the words of the prompt. */
export interface CheckAnswer {
  readonly evidence: readonly { readonly turn: number; readonly quote: string }[];
  readonly verdict: string;
  readonly reason: string;
}

/** A check of a prompt, and the conversation that it is about. */
export interface AskedCheck {
  readonly isForbidden: boolean;
  readonly text: string;
  readonly turns: readonly { readonly turn: number; readonly text: string }[];
  readonly userText: string;
}

/** Answers the checks of a prompt one by one; `undefined` if the prompt has none. */
export function answerChecks(
  call: SimCall,
  judge: (asked: AskedCheck) => CheckAnswer,
): string | undefined {
  const blocks = listBlocks(lastUserMessage(call));
  const checks = blocks.filter(({ name }) => /^(check|never)-\d+$/.test(name));
  if (checks.length === 0) return undefined;
  const turns = blocks.flatMap(readTurn);
  const userText = blocks
    .filter(({ name }) => name === 'context-user')
    .map(({ text }) => text)
    .join('\n');
  return fillSchema(call, (field) => {
    const at = Number(field.replace('check_', '')) - 1;
    const { name = '', text = '' } = checks[at] ?? {};
    return judge({ isForbidden: name.startsWith('never'), text, turns, userText });
  });
}

function readTurn({ name, text }: Block): AskedCheck['turns'] {
  const turn = /^turn-(\d+)$/.exec(name)?.[1];
  return turn === undefined ? [] : [{ turn: Number(turn), text }];
}

/** Judges by the words of the check, with the sentences that have them as evidence. */
export function judgeHonestly({ isForbidden, text, turns, userText }: AskedCheck): CheckAnswer {
  const { condition, rule } = splitCondition(text);
  if (condition !== undefined && findEvidence(condition, userText).length === 0) {
    return { evidence: [], verdict: 'not_applicable', reason: 'The user did not say this.' };
  }
  if (!isDecidable(rule)) {
    return { evidence: [], verdict: 'cannot_tell', reason: 'The check has no word to look for.' };
  }
  const found = turns.map(({ turn, text: said }) => ({
    turn,
    said,
    quotes: findEvidence(rule, said),
  }));
  const first = found.find(({ quotes }) => quotes.length > 0);
  const [yes, no] = isForbidden ? ['happened', 'did_not_happen'] : ['met', 'not_met'];
  if (first === undefined) {
    return { evidence: [], verdict: no, reason: 'No reply has the words of the check.' };
  }
  const { turn, said, quotes } = first;
  // A quote of less than three words is only accepted if it is the whole reply.
  const long = quotes.filter((quote) => quote.split(/\s+/).length > 2);
  const evidence = (long.length > 0 ? long : [said]).map((quote) => ({ turn, quote }));
  return { evidence, verdict: yes, reason: `Turn ${turn} has the words of the check.` };
}
