import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { codeBlocks, listLinks } from '../support/data/read-markdown.ts';
import { findFreePorts } from '../support/services/start-environment.ts';

const run = promisify(execFile);

const README = readFileSync('README.md', 'utf8');

describe('the README', () => {
  it('shows what its command prints', async () => {
    const [commands = ''] = codeBlocks(README, 'sh');
    assert.equal(commands, 'npm ci\nnpm run demo\n');
    const { env } = await findFreePorts();
    const { stdout } = await run('npm', ['run', '--silent', 'demo', '--', '--once'], { env });
    const [shown = ''] = codeBlocks(README, 'text');
    for (const part of shown.split('…\n')) assert.ok(stdout.includes(part), `${part}\n${stdout}`);
  });

  it('names the measured error rate of the reference', () => {
    const [, rate = ''] = /`regressed` in at most ([\d.]+ %) of the cases/.exec(README) ?? [];
    const row = /^\| nothing changed, and the headline says `regressed` .*$/m;
    const [measured = ''] = row.exec(readFileSync('docs/reference/scores.md', 'utf8')) ?? [];
    assert.ok(rate !== '' && measured.includes(`| ${rate} `), `${rate}: ${measured}`);
  });
});

describe('docs/README.md', () => {
  it('links to every page of docs, or to its folder', () => {
    const map = readFileSync('docs/README.md', 'utf8');
    const links = new Set(listLinks(map).map((link) => join('docs', link)));
    const pages = globSync('docs/**/*.md').filter((page) => page !== 'docs/README.md');
    assert.deepEqual(
      pages.filter((page) => !links.has(page) && !links.has(dirname(page))),
      [],
    );
  });
});
