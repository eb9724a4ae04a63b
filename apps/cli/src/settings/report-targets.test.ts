import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findReportTargets } from './report-targets.ts';

describe('findReportTargets', () => {
  it('--json never overwrites a batch file in any format, but overwrites an older result', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reports-'));
    try {
      const find = async (content: unknown): Promise<unknown> => {
        await writeFile(join(folder, 'file.json'), JSON.stringify(content));
        return findReportTargets({ config: {}, folder }, { json: 'file.json' });
      };
      const scenario = { interactions: [{ user_message: 'Hi' }] };
      for (const batch of [scenario, [scenario, scenario], { test_batch: [scenario] }]) {
        await assert.rejects(find(batch), /--json would overwrite file\.json, which is a batch/);
      }
      await find({ run_id: 'x' });
      await find([{ run_id: 'x' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
