import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOwnScorers } from './read-own-scorers.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SECRET = `whsec_${KEY}`;
const URL = 'https://scorer.example/score?team=1';

function problemsOf(text: string): readonly string[] {
  return readOwnScorers({ SCORERS: text }).faults.map(({ problem }) => problem);
}

describe('SCORERS', () => {
  it('lists scorers with name, address and secret, separated by commas or line breaks', () => {
    const text = `brand=${URL};secret=${SECRET}, tone-2=http://127.0.0.1:1;secret=${SECRET}\nx=${URL};secret=${SECRET}\n`;
    assert.deepEqual(readOwnScorers({ SCORERS: text }), {
      scorers: [
        { name: 'brand', url: URL, secret: SECRET },
        { name: 'tone-2', url: 'http://127.0.0.1:1', secret: SECRET },
        { name: 'x', url: URL, secret: SECRET },
      ],
      faults: [],
    });
    assert.deepEqual(readOwnScorers({}), { scorers: [], faults: [] });
  });

  it('refuses the names of metrics and names that gates read otherwise', () => {
    for (const name of ['judge', 'overall', 'similarity', 'Brand', 'a_b', 'a'.repeat(33), 'é']) {
      assert.equal(problemsOf(`${name}=${URL};secret=${SECRET}`).length, 1, name);
    }
    for (const name of ['passive', 'latency', 'constructor']) {
      assert.equal(problemsOf(`${name}=${URL};secret=${SECRET}`).length, 1, name);
    }
    assert.deepEqual(problemsOf(`a=${URL};secret=${SECRET},a=${URL};secret=${SECRET}`), [
      "the name 'a' occurs more than once",
    ]);
  });

  it('reports wrong entries without repeating a secret', () => {
    const wrong = [
      `brand=${URL}`,
      `brand=ftp://x;secret=${SECRET}`,
      `brand=${URL};secret=${KEY}`,
      'brand=https://x;secret=whsec_c2hvcnQ=',
      SECRET,
    ];
    for (const text of wrong) {
      const problems = problemsOf(text);
      assert.equal(problems.length, 1, text);
      assert.ok(!problems.join().includes(KEY), problems.join());
    }
    assert.deepEqual(readOwnScorers({ SCORERS: wrong.join(',') }).scorers, []);
  });
});
