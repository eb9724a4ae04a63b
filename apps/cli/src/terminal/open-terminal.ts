import { styleText } from 'node:util';

const COLORS = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

export type Colors = Readonly<Record<(typeof COLORS)[number], (text: string) => string>>;

/** Results go to stdout and everything else to stderr, so that a pipe gets only the result. */
export interface Terminal {
  /** Prints a result, or lines of it, to stdout. */
  readonly print: (text: string) => void;
  /** Like `print`, without a line break at the end. */
  readonly write: (text: string) => void;
  /** Prints a message to stderr. */
  readonly note: (text: string) => void;
  /** Replaces the current line of stderr. */
  readonly rewrite: (text: string) => void;
  readonly colors: Colors;
  readonly noteColors: Colors;
  /** True if stderr is a terminal and CI is not set: progress can be redrawn. */
  readonly isInteractive: boolean;
  /** True if stdout is a terminal, so untrusted text must be sanitized. */
  readonly isTerminal: boolean;
  readonly columns: number;
}

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface TerminalOptions {
  /** True for no colours. */
  readonly isPlain: boolean;
  /** True in CI, even if stderr is a terminal. */
  readonly isCi: boolean;
}

const DEFAULT_COLUMNS = 80;
const MIN_COLUMNS = 60;

export function openTerminal(
  { stdout, stderr }: Streams,
  { isPlain, isCi }: TerminalOptions,
): Terminal {
  const isTerminal = stdout.isTTY === true;
  const isInteractive = stderr.isTTY === true && !isCi;
  return {
    print: (text) => void stdout.write(`${text}\n`),
    write: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${text}\n`),
    rewrite: (text) => void stderr.write(`\r\u001B[2K${text}`),
    colors: createColors(isTerminal && !isPlain),
    noteColors: createColors(stderr.isTTY === true && !isPlain),
    isInteractive,
    isTerminal,
    columns: isTerminal
      ? Math.max(MIN_COLUMNS, stdout.columns ?? DEFAULT_COLUMNS)
      : DEFAULT_COLUMNS,
  };
}

function createColors(isColored: boolean): Colors {
  const styles = COLORS.map((color) => [
    color,
    // The caller has looked at the stream.
    (text: string) => (isColored ? styleText(color, text, { validateStream: false }) : text),
  ]);
  return Object.fromEntries(styles) as Colors;
}
