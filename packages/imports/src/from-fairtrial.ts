import { toPointer, TestBatch } from '@fairtrial/contracts';
import { IMPORT_LIMITS, limitExceeded, unreadable } from './import-error.ts';
import type { ImportLog } from './import-log.ts';
import { hasFields } from './item-values.ts';
import type { Content } from './source-file.ts';

export interface FairtrialBatch {
  readonly scenarios: readonly TestBatch[];
  readonly systemPrompt: string | undefined;
}

/** A batch of Fairtrial: a whole request, one scenario, a list of them, or one per line. */
export function fromFairtrial(file: string, content: Content, log: ImportLog): FairtrialBatch {
  if (content.kind === 'table') throw unreadable(`${file}: a batch is JSON or YAML, not CSV`);
  if (content.kind === 'lines') {
    const scenarios = parseAll(
      content.entries.map(({ no, value }) => ({ where: `${file}, line ${no}`, value })),
    );
    return { scenarios, systemPrompt: undefined };
  }
  const { value } = content;
  const isRequest = hasFields(value) && 'test_batch' in value;
  const list: readonly unknown[] = [isRequest ? value['test_batch'] : value].flat();
  const prompt = isRequest ? value['system_prompt'] : undefined;
  const known = ['test_batch', ...(typeof prompt === 'string' ? ['system_prompt'] : [])];
  if (isRequest) {
    const reasons = { test_name: 'name the batch or the dataset' };
    log.loseOthers(value, { known, reasons, why: 'it is set in the run' });
  }
  return {
    scenarios: parseAll(
      list.map((one, at) => ({ where: `${file}, scenario ${at + 1}`, value: one })),
    ),
    systemPrompt: typeof prompt === 'string' ? prompt : undefined,
  };
}

/** A scenario of Fairtrial's own format must be valid: it is not left out. */
function parseAll(
  list: readonly { readonly where: string; readonly value: unknown }[],
): readonly TestBatch[] {
  if (list.length > IMPORT_LIMITS.scenarios) {
    throw limitExceeded(`the file has more than ${IMPORT_LIMITS.scenarios} scenarios: split it`);
  }
  return list.map(({ where, value }) => {
    const parsed = TestBatch.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const pointer = toPointer((issue?.path ?? []).map((part) => part as string | number));
    throw unreadable(`${where}: ${pointer || 'the scenario'} ${issue?.message ?? 'is not valid'}`);
  });
}
