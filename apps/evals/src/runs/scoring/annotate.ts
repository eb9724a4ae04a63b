import type { Metadata, MetadataSource } from '@assay/contracts';
import { nearestReference, readText, type Text } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario } from '../../db/runs/run.ts';

export interface Annotation {
  readonly metadata: Metadata;
  /** Undefined where nobody could derive any. */
  readonly source: MetadataSource | undefined;
  /** What an expected field is that is not there. */
  readonly absent: 'wrong' | 'unknown';
}

/** A reply, what the endpoint itself said of it, and what an annotator did. */
interface Annotated {
  readonly text: Text;
  readonly metadata: Metadata | undefined;
  readonly labels: Labels | undefined;
}

/** What an annotator said; nothing yet where it is still to be asked. Undefined: none is asked, or it failed. */
export type Labels = Metadata | 'pending';

const NOTHING = readText('');
const NONE: Annotation = { metadata: {}, source: undefined, absent: 'unknown' };
const LIKE_NONE: Annotation = { ...NONE, absent: 'wrong' };

/**
 * The annotations of a reply: the endpoint's own where it says anything of what is expected, else the
 * annotator's, else those of the reference reply it is most like. An endpoint could have said more than it did; a
 * reference can only say what stands beside it, an annotator what it is asked.
 */
export function annotate(
  { text, metadata: given, labels }: Annotated,
  interaction: PlannedInteraction,
  scenario: PlannedScenario,
): Annotation {
  const expected = Object.keys(interaction.reference_metadata);
  const says = (key: string): boolean => given !== undefined && Object.hasOwn(given, key);
  if (given !== undefined && (expected.length === 0 || expected.some(says))) {
    return { metadata: given, source: 'endpoint', absent: 'wrong' };
  }
  if (expected.length === 0 || labels === 'pending') return NONE;
  if (labels !== undefined) return { metadata: labels, source: 'annotator', absent: 'unknown' };
  const metadata = nearestReference(text, scenario.interactions);
  if (metadata === undefined) return NONE;
  if (Object.keys(metadata).length === 0) return LIKE_NONE;
  return { metadata, source: 'nearest_reference', absent: 'unknown' };
}

/** Whether a reply of this scenario is annotated even where the endpoint says nothing. */
export function isAnnotated({ interactions }: PlannedScenario): boolean {
  return nearestReference(NOTHING, interactions) !== undefined;
}
