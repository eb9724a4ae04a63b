import { toStorable, type EndpointErrorKind, type Usage } from '@assay/contracts';
import type { Completion } from '@assay/models';
import { addUsage, type Account } from './account.ts';
import { createStrategyChooser, type StrategyOptions } from './choose-strategy.ts';
import type { Part } from './fence.ts';
import type { Form, Reading } from './output-schema.ts';
import { STRATEGIES, type Strategy } from './strategies.ts';
import { drawSecrets, type Secrets } from './secrets.ts';
import type { Asking } from './write-prompt.ts';

export interface StructuredPromptOptions extends Omit<StrategyOptions, 'parameters'> {
  /** Temperature 0 where absent. */
  readonly parameters?: StrategyOptions['parameters'];
  /** For everything together: other ways, other tries, the repair. */
  readonly deadlineMs?: number;
  /** Of all texts together; longer ones are not sent. */
  readonly maxCharacters?: number;
  readonly drawSecrets?: () => Secrets;
}

/** Why there is no answer that could be used. */
export interface AskFailure {
  /** `untrusted`: it seems to have followed the text that it was to read. */
  readonly kind: EndpointErrorKind | 'unreadable' | 'untrusted' | 'too_long';
  readonly message: string;
}

export type Asked<T> =
  | { readonly state: 'read'; readonly value: T; readonly account: Account }
  | { readonly state: 'failed'; readonly failure: AskFailure; readonly account: Account };

/** Has a form filled in about texts of others. Nothing is thrown but the caller's own abort. */
export type StructuredPrompt = <T>(
  form: Form<T>,
  parts: readonly Part[],
  asking: Asking,
) => Promise<Asked<T>>;

/** One answer: what it says, or what is wrong with it and whether to ask once more for that. */
type Answer<T> =
  | { readonly state: 'read'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: AskFailure; readonly repair?: string };

const DEADLINE_MS = 120_000;
const MAX_CHARACTERS = 400_000;
const QUOTED = 100;

export function createStructuredPrompt(options: StructuredPromptOptions): StructuredPrompt {
  const { model, parameters = { temperature: 0 }, deadlineMs = DEADLINE_MS } = options;
  const { maxCharacters = MAX_CHARACTERS } = options;
  const chooser = createStrategyChooser({ ...options, parameters });

  return async <T>(form: Form<T>, parts: readonly Part[], { signal, headers }: Asking) => {
    signal.throwIfAborted();
    const started = performance.now();
    const deadline = AbortSignal.timeout(deadlineMs);
    const both = AbortSignal.any([signal, deadline]);
    let strategy: Strategy = STRATEGIES[0];
    let answers = 0;
    let usage: Usage | undefined;

    /** With secrets of its own each time: what an earlier answer has given away is worth nothing. */
    const ask = async (repair?: string): Promise<Answer<T>> => {
      const secrets = (options.drawSecrets ?? drawSecrets)();
      const asked = await chooser.ask({ form, parts, secrets, repair, headers }, both);
      ({ strategy } = asked);
      if (asked.answer.state === 'failed') return failed(asked.answer);
      const { completion } = asked.answer;
      answers += 1;
      usage = addUsage(usage, completion.usage);
      return toAnswer(readAnswer({ form, strategy, secrets }, completion), completion);
    };
    const askTwice = async (): Promise<Answer<T>> => {
      if (lengthOf(parts) > maxCharacters) {
        const message = `the texts have more than ${maxCharacters} characters`;
        return failed({ kind: 'too_long', message });
      }
      const answer = await ask();
      return answer.state === 'failed' && answer.repair !== undefined ? ask(answer.repair) : answer;
    };

    const answer = await askTwice().catch((thrown: unknown): Answer<T> => {
      signal.throwIfAborted();
      if (!deadline.aborted) throw thrown;
      return failed({ kind: 'timeout', message: `no answer within ${deadlineMs / 1000} s` });
    });
    const latencyMs = Math.round(performance.now() - started);
    const account = { model, forcing: strategy.forcing, answers, usage, latencyMs };
    return answer.state === 'read'
      ? { ...answer, account }
      : { state: 'failed', failure: answer.failure, account };
  };
}

function failed({ kind, message }: AskFailure, repair?: string): Answer<never> {
  const failure = { kind, message: toStorable(message).text };
  return { state: 'failed', failure, ...(repair === undefined ? {} : { repair }) };
}

function toAnswer<T>(reading: Reading<T>, completion: Completion): Answer<T> {
  if (reading.state === 'read') return reading;
  const { state: kind, why } = reading;
  const message = `${why}: ${quote(completion)}`;
  return failed({ kind, message }, kind === 'unreadable' ? why : undefined);
}

interface Sheet<T> {
  readonly form: Form<T>;
  readonly strategy: Strategy;
  readonly secrets: Secrets;
}

function readAnswer<T>({ form, strategy, secrets }: Sheet<T>, completion: Completion): Reading<T> {
  if (everythingIn(completion).toLowerCase().includes(secrets.canary)) {
    return { state: 'untrusted', why: 'it says what it was told to keep to itself' };
  }
  return strategy.read(form, completion, secrets.caseId);
}

function everythingIn({ choices: [{ message }] }: Completion): string {
  const { content, refusal, tool_calls } = message;
  return [content, refusal ?? '', ...tool_calls.map((call) => call.arguments)].join('\n');
}

function quote(completion: Completion): string {
  const said = everythingIn(completion).trim();
  return said === '' ? 'it is empty' : JSON.stringify(said.slice(0, QUOTED));
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}
