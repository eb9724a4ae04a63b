/** A batch as it is written to a file: what a request asks for, and no more than is known. */
export interface BatchScript {
  readonly test_name: string;
  readonly system_prompt?: string | undefined;
  readonly test_batch: readonly ScenarioScript[];
}

export interface ScenarioScript {
  readonly id: string;
  readonly name?: string;
  readonly interactions: readonly InteractionScript[];
}

export interface InteractionScript {
  readonly id?: string;
  readonly user_message: string;
  readonly reference_reply?: string;
  readonly interaction_type?: string;
  readonly reference_metadata?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}
