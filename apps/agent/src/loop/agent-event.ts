import type { Completion, TokenUsage } from '@assay/models';

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
  /** The name the model was asked by. */
  readonly model: string;
  /** Of all rounds together. */
  readonly usage: TokenUsage;
  readonly steps: readonly ToolStep[];
  readonly timing: { readonly modelMs: number; readonly toolMs: number; readonly rounds: number };
}

export type AgentEvent =
  | { readonly type: 'text-received'; readonly text: string }
  | {
      readonly type: 'tool-called';
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | { readonly type: 'tool-answered'; readonly step: ToolStep }
  | { readonly type: 'agent-finished'; readonly answer: AgentAnswer };
