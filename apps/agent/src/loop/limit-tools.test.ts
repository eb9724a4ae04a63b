import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tool } from '../tools/tool.ts';
import { createToolLimit } from './limit-tools.ts';

it('limits own and caller tools to 128, keeps the first ones, and logs once which are left out', () => {
  const logged: { readonly left_out: readonly string[] }[] = [];
  const limit = createToolLimit({ warn: (fields) => void logged.push(fields as never) });
  const tools = Array.from({ length: 130 }, (_, at) => ({ name: `t${at}` }) as Tool);
  assert.equal(limit(tools.slice(0, 127), 1).length, 127);
  assert.deepEqual(logged, []);
  for (let n = 0; n < 2; n += 1) assert.deepEqual(limit(tools, 0), tools.slice(0, 128));
  assert.deepEqual(logged, [{ left_out: ['t128', 't129'] }]);
  assert.equal(limit(tools, 200).length, 0, 'the caller’s own are all kept');
});
