/** What the environment says, for commands to be told. */
export interface Environment {
  readonly server: string | undefined;
  readonly agent: string | undefined;
  readonly apiKey: string | undefined;
  /** No colours: https://no-color.org, or a terminal that has none. */
  readonly isPlain: boolean;
  /** A build server: nobody watches, so lines instead of a bar. */
  readonly isCi: boolean;
  /** A secret that a configuration file names. */
  readonly secret: (name: string) => string | undefined;
}
