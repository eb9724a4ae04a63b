/**
 * Readers of the headline in every output, so that tests can check that all outputs agree. A word is that of
 * `headlineLabel`, e.g. `gates failed`, `regressed`.
 */
export interface PrintedHeadline {
  readonly word: string;
  /** `the judge`, `checks` or `similarity`; `undefined` if none is named. */
  readonly basis: string | undefined;
}

const STATUS = String.raw`\S ([a-z][a-z ]*?)(?:, by (the judge|checks|similarity))?`;

/** Reads the stdout of `fairtrial run`, `watch`, `show` and `compare`. */
export function headlineInTerminal(stdout: string): PrintedHeadline {
  const [, word, basis] =
    new RegExp(`^${STATUS}: [^]*?\n  \\S`, 'mu').exec(lastBlock(stdout)) ?? [];
  return found(word, basis, stdout);
}

/** The headline is the last line that is not indented, with the indented lines below it. */
function lastBlock(stdout: string): string {
  const lines = stdout.trimEnd().split('\n');
  const at = lines.findLastIndex((line) => !line.startsWith(' '));
  return lines.slice(at).join('\n');
}

/** Reads a Markdown report, or a comment generated from it. */
export function headlineInMarkdown(report: string): PrintedHeadline {
  const [, word, basis] = new RegExp(`^### ${STATUS}$`, 'mu').exec(report) ?? [];
  return found(word, basis, report);
}

/** Reads the first page of an HTML report. */
export function headlineInHtml(page: string): PrintedHeadline {
  const [, word, basis] =
    new RegExp(
      String.raw`class="card headline"[^]*?<span class="pill \w+">\s*${STATUS}\s*</span`,
      'u',
    ).exec(page) ?? [];
  return found(word, basis, page);
}

/** Reads the properties of the first JUnit suite. */
export function headlineInJunit(xml: string): PrintedHeadline {
  const property = (name: string): string | undefined =>
    new RegExp(`<property name="${name}" value="([^"]*)"/>`).exec(xml)?.[1];
  const basis = property('basis');
  return found(
    property('result')?.replaceAll('_', ' '),
    basis === 'judge' ? 'the judge' : basis || undefined,
    xml,
  );
}

function found(word: string | undefined, basis: string | undefined, text: string): PrintedHeadline {
  if (word === undefined) throw new Error(`no headline in\n${text}`);
  return { word, basis };
}

/** Attributes of `<testsuites>`. */
export interface JunitCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** Returns the counts that a JUnit report states. Throws if they do not match its elements. */
export function readJunitCounts(xml: string): JunitCounts {
  const [, head = ''] = /<testsuites( [^>]*)>/.exec(xml) ?? [];
  const stated = (name: string): number => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1]);
  const counts = {
    tests: stated('tests'),
    failures: stated('failures'),
    errors: stated('errors'),
    skipped: stated('skipped'),
  };
  const elements = {
    tests: countElements(xml, 'testcase'),
    failures: countElements(xml, 'failure'),
    errors: countElements(xml, 'error'),
    skipped: countElements(xml, 'skipped'),
  };
  if (JSON.stringify(counts) !== JSON.stringify(elements)) {
    throw new Error(`stated ${JSON.stringify(counts)}, found ${JSON.stringify(elements)}`);
  }
  return counts;
}

function countElements(xml: string, name: string): number {
  return xml.split(`<${name} `).length - 1;
}

/** Returns the exit code that the counts of a JUnit report imply; 3 also covers 4. */
export function exitCodeOfJunit({ failures, errors }: JunitCounts): 0 | 1 | 3 {
  if (errors > 0) return 3;
  return failures > 0 ? 1 : 0;
}
