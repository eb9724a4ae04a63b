/**
 * Reads the SQL statements of the evaluation service from its source: their texts, and the types of their rows.
 * TypeScript says what a text is made of. Its module computes it: the module is loaded once more, with a function for
 * each text added to its end.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ast from 'typescript/unstable/ast';
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Project,
  type Type,
} from 'typescript/unstable/sync';

export interface Statement {
  /** File and line. */
  readonly where: string;
  /** One for each way in which its conditions can be met. */
  readonly texts: readonly string[];
  /** `undefined` if the caller reads no columns. */
  readonly row: readonly Field[] | undefined;
}

/** What TypeScript expects of a column. */
export interface Field {
  readonly name: string;
  /** Values that the type accepts; `json` is any value that JSON can represent. */
  readonly accepts: ReadonlySet<string>;
  readonly mayBeNull: boolean;
  readonly mayBeAbsent: boolean;
}

/** Functions that send a statement, and the position of its text in their arguments. */
const SENDERS: ReadonlyMap<string, number> = new Map([
  ['executeSql', 0],
  ['queryRows', 1],
  ['pageTurns', 2],
]);

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = { include: ['src'], exclude: ['**/*.test.ts', 'src/testing'] };

/** Statements that return rows or change them; the others are checked when they are sent. */
const IS_QUERY = /^\s*(?:select|with|insert|update|delete)\s/;

export async function readStatements(): Promise<readonly Statement[]> {
  // With the whole repository, it takes three times as long.
  const config = join(ROOT, 'apps/evals/tsconfig.statements.json');
  const text = JSON.stringify({ extends: '../../tsconfig.json', ...SOURCES });
  const api = new API({
    cwd: ROOT,
    fs: {
      fileExists: (name) => (name === config ? true : undefined),
      readFile: (name) => (name === config ? text : undefined),
    },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    const exclude = SOURCES.exclude.map((name) => `apps/evals/${name}`);
    const files = globSync('apps/evals/src/**/*.ts', { cwd: ROOT, exclude }).toSorted();
    const statements: Statement[] = [];
    for (const file of files) if (project) statements.push(...(await readFile(project, file)));
    return statements;
  } finally {
    api.close();
  }
}

async function readFile(
  { program, checker }: Project,
  file: string,
): Promise<readonly Statement[]> {
  const source = program.getSourceFile(join(ROOT, file));
  const found: (Omit<Statement, 'texts'> & { readonly code: string })[] = [];
  const visit = (node: ast.Node): void => {
    node.forEachChild(visit);
    if (source === undefined || !ast.isCallExpression(node)) return;
    const at = SENDERS.get(node.expression.getText().split('.').at(-1) ?? '');
    const text = at === undefined ? undefined : node.arguments[at];
    if (text === undefined) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const row = readRow(checker, node);
    found.push({ where: `${file}:${line}`, row, code: readCode(checker, text) });
  };
  source?.forEachChild(visit);
  if (found.length === 0) return [];
  const functions = await load(
    file,
    found.map(({ code }) => code),
  );
  return found
    .map(({ where, row }, at) => ({ where, row, texts: computeTexts(functions[at]) }))
    .filter(
      ({ row, texts }) =>
        row !== undefined || texts.length === 0 || texts.some((text) => IS_QUERY.test(text)),
    );
}

const IS_AWAITED = /\bawait\b/;

/** A function that returns the text. It keeps local constants; of a parameter only the type is known. */
function readCode(checker: Checker, text: ast.Node): string {
  const locals = new Map<ast.Node, string>();
  const copied = new Set<ast.Node>();
  const copy = (node: ast.Node): string => {
    copied.add(node);
    visit(node);
    return node.getText();
  };
  const visit = (node: ast.Node): void => {
    const name = ast.isIdentifier(node) ? findName(checker, node) : undefined;
    const local = name && findLocal(name, copied);
    if (name !== undefined && local !== undefined && !locals.has(name) && !locals.has(local)) {
      const value = constantOf(local);
      if (value !== undefined && !(node.getText() in GIVEN)) {
        const code = copy(value);
        locals.set(local, `const ${local.name.getText()} = ${code};`);
      } else {
        const given = JSON.stringify(describe(checker, node));
        locals.set(name, `const ${node.getText()} = $given(${given});`);
      }
    }
    node.forEachChild(visit);
  };
  const code = IS_AWAITED.test(text.getText()) ? `''` : copy(text);
  return `($given) => { ${[...locals.values()].join(' ')} return ${code}; }`;
}

/** Where the value that an identifier stands for is declared. */
function findName(checker: Checker, node: ast.Identifier): ast.Node | undefined {
  const { parent } = node;
  if (ast.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  if (ast.isPropertyAssignment(parent) && parent.name === node) return undefined;
  const symbol = ast.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return symbol?.valueDeclaration?.resolve();
}

/** The declaration of a name if it is local and its code is not copied: of a variable or a parameter. */
function findLocal(
  name: ast.Node,
  copied: ReadonlySet<ast.Node>,
): ast.VariableDeclaration | ast.ParameterDeclaration | undefined {
  const path = [name];
  for (let node = name; !ast.isSourceFile(node); node = node.parent) path.push(node.parent);
  const isLocal = path.some((node) => ast.isBlock(node) || ast.isParameterDeclaration(node));
  if (!isLocal || path.some((node) => copied.has(node))) return undefined;
  return path.find((node) => ast.isVariableDeclaration(node) || ast.isParameterDeclaration(node));
}

/** `undefined` if the value is only known when the statement is sent. */
function constantOf(
  local: ast.VariableDeclaration | ast.ParameterDeclaration,
): ast.Node | undefined {
  const { initializer, name } = local;
  if (!ast.isVariableDeclaration(local) || initializer === undefined) return undefined;
  const isPart = ast.isIdentifier(initializer) && !ast.isIdentifier(name);
  return isPart || IS_AWAITED.test(initializer.getText()) ? undefined : initializer;
}

interface Given {
  readonly name: string;
  readonly literals: readonly unknown[];
  readonly mayBeAbsent: boolean;
}

function describe(checker: Checker, node: ast.Node): Given {
  const type = checker.getTypeAtLocation(node) ?? checker.getUnknownType();
  const parts = type.isUnionType() ? (type.getTypes() ?? []) : [type];
  return {
    name: node.getText(),
    literals: parts.flatMap((part) => (part.isLiteralType() ? [part.value] : [])),
    mayBeAbsent: checker.isTypeAssignableTo(checker.getUndefinedType(), type),
  };
}

/** The columns of the rows in the type of a call, which is a promise or a generator of rows. */
function readRow(checker: Checker, call: ast.Node): readonly Field[] | undefined {
  const partsOf = (type: Type | undefined): readonly Type[] =>
    type?.isTypeReference() ? checker.getTypeArguments(type) : [];
  const [row] = partsOf(partsOf(checker.getTypeAtLocation(call))[0]);
  if (row === undefined || row.isTypeParameter() || row.flags & TypeFlags.Unknown) return undefined;
  const primitives = {
    string: checker.getStringType(),
    number: checker.getNumberType(),
    boolean: checker.getBooleanType(),
  };
  const accepts = (type: Type): ReadonlySet<string> => {
    const name = type.getSymbol()?.name ?? '';
    if (name === 'Date' || name === 'Buffer') return new Set([name]);
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    const parts = isList ? partsOf(type) : [type];
    const kinds = Object.entries(primitives)
      .filter(([, primitive]) => parts.every((part) => checker.isTypeAssignableTo(part, primitive)))
      .map(([kind]) => (isList ? `${kind}[]` : kind));
    return new Set([...kinds, 'json']);
  };
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property) ?? checker.getUnknownType();
    return {
      name: property.name,
      accepts: accepts(checker.getNonNullableType(type) ?? type),
      mayBeNull: checker.isTypeAssignableTo(checker.getNullType(), type),
      mayBeAbsent: (property.flags & SymbolFlags.Optional) !== 0,
    };
  });
}

type TextOf = (given: (one: Given) => unknown) => unknown;

const added = new Map<string, string>();
registerHooks({
  load(url, context, next) {
    const code = added.get(url);
    if (code === undefined) return next(url, context);
    const source = readFileSync(fileURLToPath(url), 'utf8');
    return { format: 'module-typescript', shortCircuit: true, source: `${source}\n${code}` };
  },
});

async function load(file: string, codes: readonly string[]): Promise<readonly TextOf[]> {
  const url = `${pathToFileURL(join(ROOT, file)).href}?statements`;
  added.set(url, `export const $texts = [${codes.join(',\n')}];`);
  const { $texts } = (await import(url)) as { readonly $texts: readonly TextOf[] };
  return $texts;
}

/** Values that a text cannot do without: names of tables and functions, and an index of runs. */
const GIVEN: Readonly<Record<string, unknown>> = {
  name: 'turn',
  table: 'turn',
  copy: 'turn',
  day: '2026-01-01',
  by: 'find_runs_by_tag',
  index: { from: 'run r', key: 'r.project', id: 'r.id', values: [''] },
};

/** At least the number of literals in the type of a parameter. */
const WAYS = 8;

/** None if the text depends on a value that stays unknown. */
function computeTexts(textOf: TextOf | undefined): readonly string[] {
  const texts = new Set<string>();
  for (let way = 0; way < WAYS; way += 1) {
    try {
      const text = textOf?.(({ name, literals, mayBeAbsent }) => {
        if (mayBeAbsent && way % 2 === 1) return undefined;
        if (literals.length > 0) return literals[way % literals.length];
        return GIVEN[name] ?? (way % 2 === 0 ? PRESENT : ABSENT);
      });
      texts.add(String(text));
    } catch {
      // It needs a value that is absent in this way.
    }
  }
  return [...texts];
}

/** Stand for unknown objects whose fields are all present or all absent. In a text they are `null`, which fits any type. */
const PRESENT = createStandIn(() => PRESENT);
const ABSENT = createStandIn(() => undefined);

function createStandIn(read: () => unknown): unknown {
  return new Proxy(() => undefined, {
    apply: read,
    get(_, key) {
      if (key === Symbol.toPrimitive) return () => 'null';
      return key === Symbol.iterator ? () => [].values() : read();
    },
  });
}
