import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkRelease, readSection, type ReleaseState } from './release/check-release.ts';
import { writeChecksums } from './release/checksums.ts';
import { OLDEST_NODE } from './build/bundle-cli.ts';
import { writeThirdPartyLicenses } from './build/third-party-licenses.ts';

const CHANGELOG = `# Changelog

## 1.3.0, unreleased

- later

## 1.2.0 - 2026-11-01

Two changes.

- two
* three

## 1.1.1 - 2026-10-02

### Added

## 1.1.0

- no date

## 1.1.0-rc.1 - 2026-10-01

- one
`;

const READY: ReleaseState = {
  version: '1.2.0',
  workspaceVersions: { 'apps/cli/package.json': '1.2.0' },
  tag: 'v1.2.0',
  changelog: CHANGELOG,
  changes: '',
};

describe('the release check', () => {
  it('accepts a clean tree whose tag, versions and changelog agree', () => {
    assert.deepEqual(checkRelease(READY), []);
    assert.deepEqual(checkRelease({ ...READY, tag: undefined }), []);
  });

  it('reports every mismatch at once', () => {
    const problems = checkRelease({
      version: '1.3.0',
      workspaceVersions: { 'apps/cli/package.json': '1.2.0' },
      tag: 'v1.2.0',
      changelog: CHANGELOG,
      changes: ' M README.md\n',
    });
    assert.equal(problems.length, 4);
    assert.match(problems.join('\n'), /tag v1\.3\.0/);
    assert.match(problems.join('\n'), /apps\/cli\/package\.json has version 1\.2\.0/);
    assert.match(problems.join('\n'), /no list of changes under "## 1\.3\.0 - <date>"/);
    assert.match(problems.join('\n'), /M README\.md/);
  });

  it('finds the changelog section of exactly this version', () => {
    assert.equal(readSection(CHANGELOG, '1.2.0'), 'Two changes.\n\n- two\n* three');
    assert.equal(readSection(CHANGELOG, '1.1.0-rc.1'), '- one');
    assert.equal(readSection(CHANGELOG, '1.3.0'), undefined, 'unreleased');
    assert.equal(readSection(CHANGELOG, '1.2'), undefined);
    assert.equal(readSection(CHANGELOG, '1.2.1'), undefined);
    assert.equal(readSection('## 1x2.0 - 2026-11-01\n\n- x', '1.2.0'), undefined);
  });

  it('refuses a section without a list item or without a date', () => {
    assert.equal(readSection(CHANGELOG, '1.1.1'), undefined, 'only a heading');
    assert.equal(readSection(CHANGELOG, '1.1.0'), undefined, 'no date');
    assert.equal(readSection('## 1.0.0 - soon\n\n- x\n', '1.0.0'), undefined, 'no date');
    assert.equal(readSection('## 1.0.0 - 2026-11-01\n\nText.\n', '1.0.0'), undefined);
  });

  it('takes a heading in the last line for an empty section', () => {
    assert.equal(readSection('# Changelog\n\n## 1.0.0 - 2026-11-01', '1.0.0'), undefined);
  });
});

it('SHA256SUMS has the checksum of every file but itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-sums-'));
  try {
    await writeFile(join(folder, 'b'), 'bee');
    await writeFile(join(folder, 'a'), '');
    await writeChecksums(folder);
    await writeChecksums(folder);
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    assert.equal(
      await readFile(join(folder, 'SHA256SUMS'), 'utf8'),
      `${hash('')}  a\n${hash('bee')}  b\n`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the packages require the same Node as the command checks for', async () => {
  const check = await readFile('apps/cli/src/check-node.ts', 'utf8');
  assert.match(check, new RegExp(`OLDEST = \\[${OLDEST_NODE.replace('.', ', ')}\\]`));
});

it('THIRD_PARTY_LICENSES names each package of a bundle, and the origin of copied data, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-licences-'));
  try {
    const install = async (
      name: string,
      files: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const path = join(folder, 'node_modules', name);
      await mkdir(path, { recursive: true });
      const manifest = JSON.stringify({ name, version: '1.0.0', license: 'MIT' });
      for (const [file, text] of Object.entries({ 'package.json': manifest, ...files }))
        await writeFile(join(path, file), text);
      return path;
    };
    const a = await install('@x/a', { 'LICENCE.md': 'Text of a', COPYING: 'Copyright of a' });
    const b = await install('@x/a/node_modules/b', {});
    const own = join(folder, 'packages/own/index.ts');
    const others = join(folder, 'packages/own/others');
    await mkdir(others, { recursive: true });
    await writeFile(join(others, 'LICENSE'), 'Text of others');
    const data = [join(others, 'a.json'), join(others, 'b.json')];
    const moduleIds = [`${b}/b.js`, own, ...data, `${a}/a.js`, `${a}/lib/a.js`, '\0late:node:fs'];
    const file = join(folder, 'THIRD_PARTY_LICENSES');
    await writeThirdPartyLicenses(file, moduleIds);
    const [intro, ...notices] = (await readFile(file, 'utf8'))
      .split(/^-+$/m)
      .map((part) => part.trim());
    assert.match(intro ?? '', /contains code of/);
    assert.deepEqual(notices, [
      '@x/a 1.0.0 (MIT)\n\nCopyright of a\nText of a',
      '@x/a/node_modules/b 1.0.0 (MIT)',
      'others\n\nText of others',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
