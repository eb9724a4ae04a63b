import { AppError, isTooDeep } from '@assay/contracts';
import type { Server } from './server.ts';

/** JSON is all we speak. A `__proto__` key is dropped, since no copy of the value could keep it safely. */
export function parseJson(server: Server): void {
  const parse = server.getDefaultJsonParser('remove', 'ignore');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isTooDeep(body)) done(new AppError('too_deep', 'at most 64 levels of nesting are read'));
      else void parse(request, body, done);
    },
  );
}
