// Must be the first import of main.ts and have no imports: an old Node may lack modules that the others load.

/** The oldest supported Node version; also stated in scripts/build/bundle-cli.ts and docs/reference/cli.md. */
const OLDEST = [22, 3] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `✗ fairtrial needs Node ${OLDEST.join('.')} or newer, and this is Node ${process.versions.node}: nothing was started.\n` +
      'Install a newer Node from https://nodejs.org, or in a checkout use `npm run -s fairtrial --`, which brings its own.\n',
  );
  process.exit(2);
}
