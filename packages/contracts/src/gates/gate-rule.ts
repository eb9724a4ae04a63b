export type GateOperator = '>=' | '>' | '<=' | '<';

interface Bound {
  readonly operator: GateOperator;
  /** A score or a share from 0 to 1, a difference of scores, or milliseconds. */
  readonly limit: number;
}

interface Measured extends Bound {
  readonly metric: string;
  /** Only the scenarios whose id or name fits, `*` and `?` standing for anything; all where undefined. */
  readonly scenarios: string | undefined;
}

/** What a gate asks of a run. */
export type GateRule =
  | { readonly kind: 'no_regression' }
  | (Measured & { readonly kind: 'score' })
  | (Measured & { readonly kind: 'delta' })
  | (Bound & { readonly kind: 'latency'; readonly quantile: 'p50' | 'p95' })
  /** k is the number of attempts where undefined. */
  | (Bound & { readonly kind: 'pass_hat'; readonly k: number | undefined });
