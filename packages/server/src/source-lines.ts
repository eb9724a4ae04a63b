import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUILT = /(file:\/\/[^()\s]+\.mjs):(\d+):(\d+)/g;

/**
 * Makes the stacks of errors in the build name the lines of the TypeScript sources. A source map is read when the stack
 * of an error is first read: with Node's own flag, starting would take twice as long.
 */
export function nameSourceLines(): void {
  const maps = new Map<string, SourceMap | undefined>();
  const sourceOf = (...[place, url = '', line, column]: readonly string[]): string => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    // What the bundler added has no source.
    if (entry === undefined || !('originalSource' in entry) || !entry.originalSource)
      return String(place);
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  // oxlint-disable-next-line typescript/no-base-to-string -- a call site of V8 prints itself
  const placeOf = (call: NodeJS.CallSite): string => String(call).replaceAll(BUILT, sourceOf);
  // The message may be text of a stranger, so that no place in it is looked up.
  Error.prepareStackTrace = (error, calls) =>
    [nameOf(error), ...calls.map(placeOf)].join('\n    at ');
}

/** As V8 does it: reading a stack never throws. */
function nameOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function readMap(url: string): SourceMap | undefined {
  try {
    const text = readFileSync(`${fileURLToPath(url)}.map`, 'utf8');
    return new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined; // built without maps: the stack names the line of the build
  }
}
