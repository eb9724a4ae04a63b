import { serializeScenario, toStorableJson, type TestBatch } from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import type { BatchFile } from '../batch/read-batch-file.ts';
import { CliError, EXIT } from '../command/exit-code.ts';

/** A scenario of a file as the service would store it. */
export interface IdentifiedScenario {
  readonly id: string;
  readonly name: string;
  /** The content hash, equal to that of the service for the same content. */
  readonly hash: string;
  readonly content: TestBatch;
}

/** Gives each scenario its id and content hash. Throws if two scenarios have the same id. */
export function identifyScenarios(files: readonly BatchFile[]): readonly IdentifiedScenario[] {
  const fileOf = new Map<string, string>();
  return files.flatMap(({ file, scenarios }) =>
    scenarios.map((scenario) => {
      const identified = identifyScenario(scenario);
      const other = fileOf.get(identified.id);
      if (other !== undefined) throw refuseId(identified.id, [other, file]);
      fileOf.set(identified.id, file);
      return identified;
    }),
  );
}

/**
 * Without an id, it is computed from the content, so that pushing the same file twice changes nothing. Hashed as it is
 * stored, like in the service.
 */
function identifyScenario(scenario: TestBatch): IdentifiedScenario {
  const storable = toStorableJson(scenario) as TestBatch;
  const { id = `s-${hashOf(storable).slice(0, 12)}`, name = id } = storable;
  const content = { ...storable, id };
  return { id, name, hash: hashOf(content), content };
}

function hashOf(scenario: TestBatch): string {
  return createHash('sha256').update(serializeScenario(scenario)).digest('hex');
}

function refuseId(id: string, [first, second]: readonly [string, string]): CliError {
  const where = first === second ? first : `${first} and ${second}`;
  return new CliError(
    EXIT.usage,
    `${where}: two scenarios have the id ${id}: give each its own id, or remove one`,
  );
}
