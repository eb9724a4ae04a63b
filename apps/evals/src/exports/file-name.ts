const MAX_LENGTH = 80;

/**
 * A name that every file system takes and no header misreads: ASCII letters, digits, - and _. The end of
 * the run's id keeps two runs of one test apart.
 */
export function fileName(testName: string, runId: string, extension: string): string {
  const words = testName
    .slice(0, 4 * MAX_LENGTH)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  return `${words === '' ? 'run' : words}-${runId.slice(-8)}.${extension}`;
}
