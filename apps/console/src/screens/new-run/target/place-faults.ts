import type { FieldError } from '@fairtrial/contracts';
import type { LineFinding } from '../../../batch/batch-types.ts';
import { readJson, type Method } from './own-request.ts';

const FIELDS = {
  '/method': 'method',
  '/path': 'path',
  '/headers': 'headers',
  '/body': 'body',
  '/reply': 'reply',
  '/metadata': 'metadata',
  '/tool_calls': 'toolCalls',
  '/stream': 'stream',
  '/session/from': 'sessionFrom',
  '/session/open/method': 'openMethod',
  '/session/open/path': 'openPath',
  '/session/open/body': 'openBody',
  '/session': 'session',
} as const;

type FaultField = (typeof FIELDS)[keyof typeof FIELDS];

/** Errors of the service by the field of the form that they are about. */
export interface TargetFaults {
  readonly fields: Readonly<Partial<Record<FaultField, string>>>;
  /** Errors about the target as a whole. */
  readonly whole: readonly string[];
  /** Errors by the pointer in the JSON of a body, to find their line. */
  readonly bodies: Readonly<Record<JsonField, readonly FieldError[]>>;
}

type JsonField = 'body' | 'openBody';

/** Places errors with pointers such as `/target/session/from` at the fields of the form. */
export function placeFaults(errors: readonly FieldError[]): TargetFaults {
  const fields: Partial<Record<FaultField, string>> = {};
  const bodies: Record<JsonField, FieldError[]> = { body: [], openBody: [] };
  const whole: string[] = [];
  for (const { pointer, detail } of errors) {
    if (!/^\/target(?=\/|$)/.test(pointer)) continue;
    const rest = pointer.slice('/target'.length);
    const found = Object.entries(FIELDS).find(([at]) => rest === at || rest.startsWith(`${at}/`));
    if (found === undefined) {
      whole.push(`${rest} ${detail}`.trim());
      continue;
    }
    const [at, field] = found;
    const inside = rest.slice(at.length);
    if (field === 'body' || field === 'openBody') bodies[field].push({ pointer: inside, detail });
    else
      fields[field] = [fields[field], `${inside.slice(1)} ${detail}`.trim()]
        .filter(Boolean)
        .join('; ');
  }
  return { fields, whole, bodies };
}

interface JsonText {
  readonly method: Method;
  readonly text: string;
}

/** The syntax error of a JSON text, otherwise the errors of the service, by line. */
export function findLines(
  { method, text }: JsonText,
  errors: readonly FieldError[],
): readonly LineFinding[] {
  const read = readJson(method, text);
  if (read?.state === 'broken') {
    return [{ level: 'error', line: read.line, text: read.message }];
  }
  return errors.map(({ pointer, detail }) => ({
    level: 'error',
    line: read?.lineOf(pointer) ?? 1,
    text: `${pointer} ${detail}`.trim(),
  }));
}
