/** Lets `node --import` run files with JSX, for the tests of components. */
import { readFileSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

setSourceMapsSupport(true); // failed tests name the lines of their source
registerHooks({
  load(url, context, loadNext) {
    if (!url.endsWith('.tsx')) return loadNext(url, context);
    const file = fileURLToPath(url);
    const source = readFileSync(file, 'utf8');
    const { code, map, errors } = transformSync(file, source, { sourcemap: true });
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => message).join('\n'));
    const lines = Buffer.from(JSON.stringify(map)).toString('base64');
    return {
      format: 'module',
      source: `${code}//# sourceMappingURL=data:application/json;base64,${lines}`,
      shortCircuit: true,
    };
  },
});
