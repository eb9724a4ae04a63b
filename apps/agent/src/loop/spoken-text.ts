import {
  isText,
  mergeDelta,
  type Completion,
  type Fields,
  type TextReceived,
} from '@fairtrial/models';

/** Separates the text before tool calls from the text after them. */
const BETWEEN_ROUNDS = '\n\n';

/** Accumulates the text of all rounds of a run. */
export interface SpokenText {
  /** Records a piece and returns it for the caller: the first piece after an earlier round starts with a blank line. */
  add(piece: TextReceived): TextReceived;
  /** Marks the start of the next round. */
  endRound(): void;
  /** The last completion with the text of all rounds, so that streamed and non-streamed answers have the same text. */
  complete(last: Completion): Completion;
}

export function createSpokenText(): SpokenText {
  const said = new Map<string, string>();
  const unparted = new Set<string>();
  const probabilities: Fields = {};

  function parted(key: string, text: string): string {
    const before = said.get(key) ?? '';
    const piece = text !== '' && unparted.delete(key) ? BETWEEN_ROUNDS + text : text;
    said.set(key, before + piece);
    return piece;
  }

  return {
    add(piece) {
      const text = parted('content', piece.text);
      if (piece.logprobs !== null) mergeDelta(probabilities, { logprobs: piece.logprobs });
      const fields =
        piece.fields &&
        Object.fromEntries(
          Object.entries(piece.fields).map(([key, value]) => [key, parted(key, value)]),
        );
      return { ...piece, text, fields };
    },
    endRound() {
      for (const [key, text] of said) if (text !== '') unparted.add(key);
    },
    complete(last) {
      const [choice] = last.choices;
      const { content = '', refusal = null, ...texts } = Object.fromEntries(said);
      const structured = Object.entries(choice.message.fields).filter(
        ([key, value]) => !isText(key, value),
      );
      const fields = { ...Object.fromEntries(structured), ...texts };
      const logprobs = (probabilities['logprobs'] ?? null) as typeof choice.logprobs;
      const message = { ...choice.message, content, refusal, fields };
      return { ...last, choices: [{ ...choice, logprobs, message }] };
    },
  };
}
