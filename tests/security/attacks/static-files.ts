import { REFUSED, type Attack, type AttackClass } from '../runner/attack.ts';

const UP = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%2e.',
  '..%00',
  '..;',
  '%252e%252e',
  '..%c0%af',
  '%uff0e%uff0e',
  '．．',
  '....',
];
const SLASHES = ['/', '%2f', '%5c', '\\', '%252f', '//', '/./'];
const FILES = ['etc/passwd', 'package.json', '.env', 'proc/self/environ'];
const ROOTS = ['/console/assets', '/console', '/reference/static', ''];

/** Parts of files that a path might expose. */
const WITHOUT = [
  'root:x:0:0',
  '"devDependencies"',
  'FAIRTRIAL_API_KEYS=',
  'DATABASE_URL',
  'postgres://',
];

const SINGLE = [
  '/console/assets/%00',
  '/console/assets/index.js%00.png',
  '/console/assets/C:/windows/win.ini',
  '/console/assets//etc/passwd',
  '/console/assets/file:///etc/passwd',
  '/console/assets/%',
  '/console/assets/%zz',
  '/.env',
  '/.git/config',
  '/.fairtrial/postgresql.conf',
  '/server-status',
  '/apps/evals/src/main.ts',
  '/node_modules/fastify/package.json',
  '/console/../package.json',
  '/%2e%2e/package.json',
  '/reference/../package.json',
  '/reference/%2e%2e/%2e%2e/package.json',
  'http://127.0.0.1/etc/passwd',
  '//etc/passwd',
  '/console/assets/x.map',
];

function attackPath(path: string): Attack {
  return {
    name: `GET ${path}`,
    request: { service: 'evals', method: 'GET', path: encodeURI(path).replaceAll('%25', '%') },
    expect: { status: [200, 301, 302, ...REFUSED], without: WITHOUT },
  };
}

export const attackClass: AttackClass = {
  title: 'paths to files',
  attacks: () => {
    const walks = ROOTS.flatMap((root) =>
      UP.flatMap((up) =>
        SLASHES.flatMap((slash) =>
          FILES.map((file) => `${root}${slash}${`${up}${slash}`.repeat(8)}${file}`),
        ),
      ),
    );
    const paths = walks.filter((path, at) => path.startsWith('/') && at % 2 === 0);
    return [...paths, ...SINGLE].map(attackPath);
  },
};
