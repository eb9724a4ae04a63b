import { AppError, findExcess, INPUT_LIMITS, type JsonLimit } from '@fairtrial/contracts';
import type { Server } from './server.ts';

/**
 * Accepts only JSON bodies within `INPUT_LIMITS`, which are checked before parsing. Drops `__proto__` keys, because no
 * copy of the value could keep them safely.
 */
export function acceptJsonOnly(server: Server): void {
  const parse = server.getDefaultJsonParser('remove', 'ignore');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const excess = findExcess(body, INPUT_LIMITS);
      if (excess) done(toRefusal(excess.limit, excess.pointer));
      else void parse(request, body, done);
    },
  );
}

const WHAT: Readonly<Record<JsonLimit, string>> = {
  depth: 'levels of nesting',
  values: 'values in all',
  list_items: 'items in a list',
  object_keys: 'keys in an object',
  key_chars: 'characters in a key',
  string_chars: 'characters in a string',
};

function toRefusal(limit: JsonLimit, pointer: string): AppError {
  const most = `at most ${INPUT_LIMITS[limit].toLocaleString('en')} ${WHAT[limit]} are allowed`;
  const code = limit === 'depth' ? 'too_deep' : 'limit_exceeded';
  return new AppError(code, `${pointer || 'the body'}: ${most}`, {
    errors: [{ pointer, detail: most }],
  });
}
