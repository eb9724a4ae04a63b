import { EvaluationRequest, type Metadata } from '@fairtrial/contracts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KnownExchange {
  readonly scenario: string;
  /** Position in the scenario, from 1. */
  readonly no: number;
  readonly userMessage: string;
  readonly reply: string;
  readonly labels: Metadata;
}

export type Script = readonly KnownExchange[];

/** Reads the exchanges that the simulated models know from every batch of a folder. */
export async function loadScript(folder: string): Promise<Script> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.flatMap((file) => toExchanges(EvaluationRequest.parse(JSON.parse(file))));
}

function toExchanges(request: EvaluationRequest): Script {
  return [request.test_batch ?? []].flat().flatMap((batch) =>
    batch.interactions.map((interaction, index) => ({
      scenario: request.test_name ?? batch.id ?? '',
      no: index + 1,
      userMessage: interaction.user_message,
      reply: interaction.reference_reply ?? '',
      labels: interaction.reference_metadata ?? {},
    })),
  );
}
