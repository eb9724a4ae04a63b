import { parseTemplate, type Placeholder } from '@fairtrial/contracts';
import type { ChatMessage, ModelCall } from '../calls/model-call.ts';
import { toTranscript } from '../calls/protocols.ts';

/** The values of the placeholders in one call. Only `session` may be missing. */
export type TemplateValues = Readonly<
  Record<Placeholder, string | number | readonly ChatMessage[] | undefined>
>;

/** What a call outside of a run sends. */
const NO_RUN = { runId: 'test-call', attempt: 0, turn: 0 };

/**
 * Returns the values for a call. If the target sends the system prompt by itself, `messages` and `transcript` do not
 * repeat it.
 */
export function toValues(call: ModelCall, sendsSystemPrompt: boolean): TemplateValues {
  const { runId, attempt, turn } = call.context ?? NO_RUN;
  const { messages, model, session } = call;
  const sent = sendsSystemPrompt ? messages.filter(({ role }) => role !== 'system') : messages;
  return {
    user_message: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    messages: sent.map(({ role, content }) => ({ role, content })),
    transcript: toTranscript(sent),
    model,
    session,
    attempt,
    turn,
    run_id: runId,
    system_prompt: messages.find(({ role }) => role === 'system')?.content ?? '',
  };
}

/** Replaces the placeholders in a text; `encode` is applied to each value, but not to the text of the template. */
export function renderText(
  template: string,
  values: TemplateValues,
  encode: (value: string) => string = (value) => value,
): string {
  return parseTemplate(template)
    .map((part) => (part.type === 'text' ? part.text : encode(asText(valueOf(part.name, values)))))
    .join('');
}

/** Returns the placeholder if the template is nothing else. */
export function onlyPlaceholder(template: string): string | undefined {
  const [part, second] = parseTemplate(template);
  return second === undefined && part?.type === 'placeholder' ? part.name : undefined;
}

/** Unknown placeholders are refused before a run starts, so they have no value here. */
export function valueOf(name: string, values: TemplateValues): TemplateValues[Placeholder] {
  return Object.hasOwn(values, name) ? values[name as Placeholder] : undefined;
}

function asText(value: TemplateValues[Placeholder]): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
