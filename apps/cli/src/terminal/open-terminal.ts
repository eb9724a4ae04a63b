import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Results go to stdout, everything else to stderr: a pipe gets the result alone. */
export interface Terminal {
  /** A result, or lines of it. */
  readonly print: (text: string) => void;
  /** The same without an end of line. */
  readonly write: (text: string) => void;
  /** A remark on the way. */
  readonly note: (text: string) => void;
  /** On the line the cursor is in, instead of what stands there. */
  readonly rewrite: (text: string) => void;
  readonly colors: Colors;
  readonly noteColors: Colors;
  /** Somebody watches stderr. */
  readonly isWatched: boolean;
  /** stdout is a terminal: text of others must not be its commands. */
  readonly isTerminal: boolean;
  readonly columns: number;
}

export interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Surroundings {
  /** No colours are wanted. */
  readonly isPlain: boolean;
  /** Nobody watches. */
  readonly isCi: boolean;
}

/** What every terminal has, and what a build log can be expected to show. */
const COLUMNS = 80;
const NARROWEST = 60;

export function openTerminal(
  { stdout, stderr }: Streams,
  { isPlain, isCi }: Surroundings,
): Terminal {
  const isTerminal = stdout.isTTY === true;
  const isWatched = stderr.isTTY === true && !isCi;
  return {
    print: (text) => void stdout.write(`${text}\n`),
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${text}\n`),
    rewrite: (text) => void stderr.write(`\r\u001B[2K${text}`),
    colors: picocolors.createColors(isTerminal && !isPlain),
    noteColors: picocolors.createColors(stderr.isTTY === true && !isPlain),
    isWatched,
    isTerminal,
    columns: isTerminal ? Math.max(NARROWEST, stdout.columns ?? COLUMNS) : COLUMNS,
  };
}
