import type { Metadata, MetadataSource } from '@assay/contracts';
import { nearestReference, readText, type Text } from '@assay/scorers';
import type { PlannedInteraction, PlannedScenario } from '../db/run.ts';

export interface Annotation {
  readonly metadata: Metadata;
  /** Undefined where nobody could derive any. */
  readonly source: MetadataSource | undefined;
}

/** A reply, and what the endpoint itself said of it. */
interface Annotated {
  readonly text: Text;
  readonly metadata: Metadata | undefined;
}

const NOTHING = readText('');
const NONE: Annotation = { metadata: {}, source: undefined };

/**
 * The annotations of a reply: the endpoint's own where it says anything of what is expected, else
 * those of the reference reply it is most like.
 */
export function annotate(
  { text, metadata: given }: Annotated,
  interaction: PlannedInteraction,
  scenario: PlannedScenario,
): Annotation {
  const expected = Object.keys(interaction.reference_metadata);
  const says = (key: string): boolean => given !== undefined && Object.hasOwn(given, key);
  if (given !== undefined && (expected.length === 0 || expected.some(says))) {
    return { metadata: given, source: 'endpoint' };
  }
  if (expected.length === 0) return NONE;
  const metadata = nearestReference(text, scenario.interactions);
  return metadata === undefined ? NONE : { metadata, source: 'nearest_reference' };
}

/** Whether a reply of this scenario is annotated even where the endpoint says nothing. */
export function isAnnotated({ interactions }: PlannedScenario): boolean {
  return nearestReference(NOTHING, interactions) !== undefined;
}
