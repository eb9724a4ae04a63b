import { Metadata } from '@assay/contracts';

const FIELDS = ['generated_metadata', 'metadata'];

/** Annotations beside the text. An empty object says nothing, so it counts as none. */
export function readAnnotations(body: unknown): Metadata | undefined {
  for (const field of FIELDS) {
    // Most answers have neither field: those are not worth a refusal by the schema.
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, field)) continue;
    const { data } = Metadata.safeParse((body as Record<string, unknown>)[field]);
    if (data !== undefined) return Object.keys(data).length > 0 ? data : undefined;
  }
  return undefined;
}
