import type { Asked, WireAnswer } from '../openai-wire.ts';
import type { Random } from '@assay/statistics';

export interface QuirkCall extends Asked {
  readonly random: Random;
  /** How often this was asked, this time included. */
  readonly repetition: number;
  /** The answer of a well-behaved model: what the user said. */
  readonly good: WireAnswer;
}

export type QuirkOutcome =
  | { readonly kind: 'answer'; readonly answer: WireAnswer; readonly delayMs?: number }
  | { readonly kind: 'cut'; readonly answer: WireAnswer }
  | {
      readonly kind: 'body';
      readonly type: string;
      readonly body: unknown;
      /** Sent if the caller asks for a stream; the body if undefined. */
      readonly chunks?: readonly object[];
    }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A provider that does what some providers do. */
export type Quirk = (call: QuirkCall) => QuirkOutcome;

export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): QuirkOutcome {
  return { kind: 'refusal', status, message, headers };
}

/** A good answer with something changed in its message. */
export function answerWith(
  { good }: QuirkCall,
  change: object,
  finishReason?: string,
): QuirkOutcome {
  const answer = {
    ...good,
    message: { ...good.message, ...change },
    finishReason: finishReason ?? good.finishReason,
  };
  return { kind: 'answer', answer };
}
