import { Metadata } from '@assay/contracts';
import { z } from 'zod';

const Annotated = z.union([
  z.object({ generated_metadata: Metadata }).transform((body) => body.generated_metadata),
  z.object({ metadata: Metadata }).transform((body) => body.metadata),
]);

/** Annotations beside the text. An empty object says nothing, so it counts as none. */
export function readAnnotations(body: unknown): Metadata | undefined {
  const { data } = Annotated.safeParse(body);
  return data !== undefined && Object.keys(data).length > 0 ? data : undefined;
}
