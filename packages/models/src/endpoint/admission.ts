/** Who may call an endpoint, and when. Each try asks; waiting between two tries takes no place from others. */
export interface Admission {
  enter(url: string, signal: AbortSignal): Promise<Permit>;
}

export interface Permit {
  /** The call is over; `isTooFast`: the endpoint asked to slow down. */
  leave(end: { readonly isTooFast: boolean }): void;
}
