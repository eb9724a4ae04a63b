import type { Completion, TextReceived, TokenUsage } from '@assay/models';

/** One use of a tool, as the answer tells of it. */
export interface ToolStep {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly result: string;
  readonly failed: boolean;
  readonly ms: number;
}

/** The final answer of the agent. */
export interface AgentAnswer {
  /** The model's last completion. */
  readonly completion: Completion;
  /** The same with the text of all rounds: what a caller of a stream has read by then. */
  readonly spoken: Completion;
  /** The model that answered, by the name it was asked by: the fallback's where that answered. */
  readonly model: string;
  /** Of all rounds together. */
  readonly usage: TokenUsage;
  readonly steps: readonly ToolStep[];
  readonly timing: { readonly modelMs: number; readonly toolMs: number; readonly rounds: number };
}

export type AgentEvent =
  /** A model begins to answer: `asked` is the name that it was asked by, `model` what its provider calls it. */
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
