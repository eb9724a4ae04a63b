/** The batches of the samples folder, each loaded on demand. */
const FILES = import.meta.glob<string>('../../../../../samples/*.json', {
  query: '?raw',
  import: 'default',
});

interface Sample {
  readonly test_name: string;
  readonly test_batch: object;
}

export const SAMPLE_NAMES: readonly string[] = Object.keys(FILES).map(
  (path) => /([^/]+)\.json$/.exec(path)?.[1] ?? path,
);

export async function loadSample(name: string): Promise<string> {
  const load = FILES[`../../../../../samples/${name}.json`];
  if (load === undefined) throw new Error(`there is no sample ${name}`);
  return load();
}

/** All samples as the scenarios of one batch. */
export async function loadAllSamples(): Promise<string> {
  const texts = await Promise.all(Object.values(FILES).map((load) => load()));
  const samples = texts.map((text) => JSON.parse(text) as Sample);
  const batch = {
    test_name: 'all samples',
    test_batch: samples.map(({ test_name, test_batch }) => ({ name: test_name, ...test_batch })),
  };
  return `${JSON.stringify(batch, undefined, 2)}\n`;
}
