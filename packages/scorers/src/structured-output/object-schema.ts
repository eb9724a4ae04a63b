import { parseObject, unreadable, type OutputSchema } from './strategies.ts';

/** The schema of an answer that is a JSON object in every output mode, also on the last line. */
export function objectSchema<T>(
  schema: Omit<OutputSchema<T>, 'lastLine' | 'parseLine'>,
): OutputSchema<T> {
  return {
    ...schema,
    lastLine: `a JSON object on the same line with these fields: ${JSON.stringify(schema.fields)}`,
    parseLine(line) {
      const said = parseObject(line);
      return said === undefined
        ? unreadable('its last line has no JSON object')
        : schema.parse(said);
    },
  };
}
