// The first import of main.ts, and without imports of its own: parts of Node that the others load may be missing.

/** The oldest Node on which every command works; scripts/bundle-cli.ts and docs/reference/cli.md name it, too. */
const OLDEST = [22, 3] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `✗ assay needs Node ${OLDEST.join('.')} or newer, and this is Node ${process.versions.node}: nothing was started.\n` +
      'Install a newer Node from https://nodejs.org, or in a checkout use `npm run assay --`, which brings its own.\n',
  );
  process.exit(2);
}
