import type { Completion, TextReceived, TokenUsage } from '@fairtrial/models';

/** A finished tool call. */
export interface ToolStep {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; not necessarily valid JSON. */
  readonly arguments: string;
  readonly result: string;
  readonly failed: boolean;
  readonly ms: number;
}

export interface AgentAnswer {
  /** The model's last completion. */
  readonly completion: Completion;
  /** The last completion with the text of all rounds: equal to the text that a stream has delivered. */
  readonly spoken: Completion;
  /** The requested name of the model that answered; the fallback's name if the fallback answered. */
  readonly model: string;
  /** Sum over all rounds. */
  readonly usage: TokenUsage;
  readonly steps: readonly ToolStep[];
  readonly timing: { readonly modelMs: number; readonly toolMs: number; readonly rounds: number };
}

export type AgentEvent =
  /** A model starts to answer: `asked` is the requested name, `model` the provider's name for it. */
  | { readonly type: 'round-begun'; readonly asked: string; readonly model: string }
  | TextReceived
  | {
      readonly type: 'tool-called';
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | { readonly type: 'tool-answered'; readonly step: ToolStep }
  | { readonly type: 'agent-finished'; readonly answer: AgentAnswer };
