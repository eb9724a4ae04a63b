import { post } from '../runner/calls.ts';
import { NO_FAILURE, type AttackClass, type ScriptedAttack } from '../runner/attack.ts';

const MANY = 1_000_000;
/** The largest text that a body can have. */
const LONG = 12 * 1024 * 1024;

function laughs(opening: string): string {
  const levels = Array.from({ length: 12 }, (_, no) => {
    const before = no === 0 ? 'x' : Array.from({ length: 10 }, () => `*a${no - 1}`).join(', ');
    return `a${no}: &a${no} ${opening.replace('…', before)}`;
  });
  return `${levels.join('\n')}\ntests: [*a11]\n`;
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Files that take long to parse, or whose result is far larger than they are. */
const FILES: Readonly<Record<string, readonly [file: string, text: () => string]>> = {
  'aliases of aliases': ['a.yaml', () => laughs('[…]')],
  'merge keys of merge keys': ['a.yaml', () => laughs('{ <<: […], vars: { question: x } }')],
  'an alias of itself': ['a.yaml', () => 'tests: &a\n  - *a\n'],
  'a million rows': ['a.csv', () => `question\n${'Why?\n'.repeat(MANY)}`],
  'a million lines': ['a.jsonl', () => '{"input":0}\n'.repeat(MANY)],
  'a million items': ['a.json', () => `[${'{},'.repeat(MANY)}{}]`],
  'JSON of 100,000 levels': ['a.json', () => nested(100_000)],
  'YAML of 20,000 levels': ['a.yaml', () => `tests: ${nested(20_000)}`],
  'YAML of 2 MB': ['a.yaml', () => `tests:\n${'- vars: { question: x }\n'.repeat(80_000)}`],
  'YAML of 1 MB': ['a.yaml', () => `tests:\n${'- vars: { question: x }\n'.repeat(41_000)}`],
  '10,000 columns': ['a.csv', () => `${'question,'.repeat(10_000)}\n${'x,'.repeat(10_000)}`],
  'one long line': ['a.csv', () => `question\n${'x'.repeat(LONG - 10)}`],
  'one long line of commas': ['a.csv', () => `question\n${','.repeat(LONG - 10)}`],
  'a quote that is never closed': ['a.csv', () => `question\n"${'x\n'.repeat(LONG / 2 - 10)}`],
  'half-open placeholders': ['a.yaml', () => `prompts: ['${'{{ '.repeat(400_000)}']\ntests: [{}]`],
  'all combinations of ten lists': [
    'a.json',
    () => {
      const list = Array.from({ length: 10 }, (_, no) => no);
      const vars = Object.fromEntries(list.map((no) => [`v${no}`, list]));
      return JSON.stringify({ prompts: ['{{v0}}'], tests: [{ vars }] });
    },
  ],
  'a long variable, a thousand times in a thousand tests': [
    'a.json',
    () =>
      JSON.stringify({
        prompts: ['{{x}}'.repeat(1000)],
        defaultTest: { vars: { x: 'x'.repeat(1_000_000) } },
        tests: Array.from({ length: 1000 }, () => ({})),
      }),
  ],
  'ten thousand equal ids': ['a.jsonl', () => '{"question":"x","id":"same"}\n'.repeat(10_000)],
  'names of the prototype': [
    'a.json',
    () => '[{"vars":{"__proto__":{"x":1},"question":"x"},"assert":[{"type":"constructor"}]}]',
  ],
};

/** 503 is the answer to a file that takes too long. */
const ALLOWED = new Set([...NO_FAILURE, 503]);

export const attackClass: AttackClass = {
  title: 'files to import that take long to read',
  attacks: () =>
    Object.entries(FILES).map(([name, [file, text]]): ScriptedAttack => ({
      name: `POST /import: ${name}`,
      async play(environment) {
        const answer = await environment.send(post('/import', { file, text: text() }));
        return ALLOWED.has(answer.status)
          ? undefined
          : `answered ${answer.status}: ${answer.text.slice(0, 120)}`;
      },
    })),
};
