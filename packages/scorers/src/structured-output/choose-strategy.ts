import type { Complete, Completed } from '@assay/models';
import { STRATEGIES, type Strategy } from './strategies.ts';
import { writePrompt, type Prompt } from './write-prompt.ts';

export interface StrategyOptions {
  /** `completeWith` of a provider. */
  readonly complete: Complete;
  readonly model: string;
  /** Temperature and the like. A model that refuses one of them is asked without them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface StrategyChooser {
  /** Throws nothing but the caller's abort. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<{ answer: Completed; strategy: Strategy }>;
}

interface Way {
  readonly at: number;
  readonly isBare: boolean;
}

const REFUSALS: ReadonlySet<number | null> = new Set([400, 404, 422, 501]);

/** Asks in the strictest way the model takes. What it refused is not tried again once another way worked. */
export function createStrategyChooser({
  complete,
  model,
  parameters,
}: StrategyOptions): StrategyChooser {
  let known: Way = { at: 0, isBare: Object.keys(parameters).length === 0 };

  function send(prompt: Prompt, { at, isBare }: Way, signal: AbortSignal): Promise<Completed> {
    const strategy = strategyAt(at);
    const forced = strategy.request(prompt.form);
    return complete({
      model,
      messages: writePrompt(prompt, strategy),
      tools: forced.tools,
      parameters: { ...(isBare ? {} : parameters), ...forced.parameters },
      headers: prompt.headers,
      signal,
    });
  }

  /** The next way down, where this is the answer of somebody who cannot go this one. */
  function easier(answer: Completed, { at, isBare }: Way): Way | undefined {
    if (answer.state === 'completed' || !REFUSALS.has(answer.status)) return undefined;
    const { message } = answer;
    const named = Object.keys(parameters).some((name) => message.includes(name));
    if (!isBare && named) return { at, isBare: true };
    return strategyAt(at).refusal.test(message) ? { at: at + 1, isBare } : undefined;
  }

  return {
    async ask(prompt, signal) {
      for (let way = known; ;) {
        const answer = await send(prompt, way, signal);
        const next = easier(answer, way);
        if (next === undefined) {
          if (answer.state === 'completed') {
            known = { at: Math.max(known.at, way.at), isBare: known.isBare || way.isBare };
          }
          return { answer, strategy: strategyAt(way.at) };
        }
        way = next;
      }
    },
  };
}

function strategyAt(at: number): Strategy {
  return STRATEGIES[at] ?? STRATEGIES[0];
}
