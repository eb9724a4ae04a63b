import { AppError, findExcess, INPUT_LIMITS, type JsonLimit } from '@assay/contracts';
import type { Server } from './server.ts';

/**
 * Every body is JSON within the limits of `INPUT_LIMITS`, which are checked before it is parsed. A `__proto__` key is
 * dropped, since no copy of the value could keep it safely.
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
  const most = `at most ${INPUT_LIMITS[limit].toLocaleString('en')} ${WHAT[limit]} are read`;
  const code = limit === 'depth' ? 'too_deep' : 'limit_exceeded';
  return new AppError(code, `${pointer || 'the body'}: ${most}`, {
    errors: [{ pointer, detail: most }],
  });
}
