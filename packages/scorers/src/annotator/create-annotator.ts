import type { Metadata } from '@assay/contracts';
import type { ChatMessage } from '@assay/models';
import { nothingAsked, type Account } from '../structured-output/account.ts';
import { conversationParts } from '../structured-output/conversation-parts.ts';
import {
  createStructuredPrompt,
  type StructuredPromptOptions,
  type AskFailure,
} from '../structured-output/structured-prompt.ts';
import type { LabelKinds } from './collect-labels.ts';
import { labelSchema } from './label-schema.ts';

export interface AnnotatorQuestion {
  /** What was said before the user's last message. */
  readonly conversation: readonly ChatMessage[];
  readonly userMessage: string;
  readonly reply: string;
  /** What may be said of it: `collectLabels` of the batch. */
  readonly labels: LabelKinds;
  /** Sent along: which case it is. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Annotated extends Account {
  readonly state: 'annotated';
  /** Every key that was asked for, with an allowed value. */
  readonly metadata: Metadata;
}

export interface AnnotationFailed extends Account {
  readonly state: 'annotation_failed';
  readonly failure: AskFailure;
}

export type Annotation = Annotated | AnnotationFailed;

/** Throws nothing but the caller's own abort. */
export type Annotator = (question: AnnotatorQuestion, signal: AbortSignal) => Promise<Annotation>;

export type AnnotatorOptions = StructuredPromptOptions;

/** A model that labels replies. It is never shown the reference, whose labels it would only repeat. */
export function createAnnotator(options: AnnotatorOptions): Annotator {
  const ask = createStructuredPrompt(options);
  return async (question, signal) => {
    const { reply, labels, headers } = question;
    if (labels.size === 0) return { state: 'annotated', metadata: {}, ...nothingAsked(options) };
    const parts = [...conversationParts(question), { name: 'reply', text: reply }];
    const asked = await ask(labelSchema(labels), parts, { signal, headers });
    return asked.state === 'read'
      ? { state: 'annotated', metadata: asked.value, ...asked.account }
      : { state: 'annotation_failed', failure: asked.failure, ...asked.account };
  };
}
