/** How much is played, and how fast the endpoint is. */
export interface Size {
  readonly conversations: number;
  readonly turns: number;
  readonly delayMs: number;
  readonly inFlight: number;
}
