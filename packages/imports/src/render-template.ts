import { IMPORT_LIMITS, limitExceeded } from './import-error.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Fills in templates, and remembers which variables they used. */
export interface Templates {
  /** Supports `{{ name }}` and `{{ name.inner }}`, the part of the template language that prompts use. */
  render(template: string, vars: Variables): string;
  /** Returns the variables that were used since the last call: the first name of each path, or two for `item.…`. */
  takeUsed(): ReadonlySet<string>;
}

const TOO_LONG = `the texts with their variables filled in have more than ${IMPORT_LIMITS.characters} characters: split the file`;

/** Counts all characters that it writes: a few long variables in a long template would fill the memory. */
export function createTemplates(): Templates {
  let used = new Set<string>();
  let written = 0;
  const count = ({ length }: string): void => {
    written += length;
    if (written > IMPORT_LIMITS.characters) throw limitExceeded(TOO_LONG);
  };
  return {
    takeUsed() {
      const taken = used;
      used = new Set();
      return taken;
    },
    render(template, vars) {
      count(template);
      return template.replaceAll(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, (placeholder, path: string) => {
        const value = readPath(vars, path);
        if (value === undefined) return placeholder;
        used.add(path.split('.', path.startsWith('item.') ? 2 : 1).join('.'));
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        count(text);
        return text;
      });
    },
  };
}

/** The value at a path like `item.question`; `undefined` if there is none. */
export function readPath(value: unknown, path: string): unknown {
  return path.split('.').reduce(readKey, value);
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Variables)[key];
}
