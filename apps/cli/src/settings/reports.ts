/** Files to be written; `-` is stdout. */
export interface Reports {
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly md: string | undefined;
  /** A folder. */
  readonly html: string | undefined;
}
