/** A file and the way to those it names. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** Reads a file that is named in this one. */
  readonly readBeside: (path: string) => Promise<string>;
}
