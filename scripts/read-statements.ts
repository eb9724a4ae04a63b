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
import { computeTexts, GIVEN, type TextOf } from './compute-texts.ts';

export interface Statement {
  /** File and line. */
  readonly where: string;
  /** One for each way in which its conditions can be met. None if the text depends on a value that stays unknown. */
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

/** The whole text is a parameter or a file: its callers or the migrations have the statements. */
const IS_PASSED = /^(?:null)?$/;

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
  const found: (Omit<Statement, 'texts'> & Code)[] = [];
  const visit = (node: ast.Node): void => {
    node.forEachChild(visit);
    if (source === undefined || !ast.isCallExpression(node)) return;
    const at = SENDERS.get(node.expression.getText().split('.').at(-1) ?? '');
    const text = at === undefined ? undefined : node.arguments[at];
    if (text === undefined) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const row = readRow(checker, node);
    found.push({ where: `${file}:${line}`, row, ...readCode(checker, text) });
  };
  source?.forEachChild(visit);
  if (found.length === 0) return [];
  const functions = await load(
    file,
    found.map(({ code }) => code),
  );
  return found
    .map(({ where, row, given }, at) => ({
      where,
      row,
      texts: computeTexts(functions[at], given, checker),
    }))
    .filter(
      ({ row, texts }) =>
        row !== undefined || texts.length === 0 || texts.some((text) => !IS_PASSED.test(text)),
    );
}

const IS_AWAITED = /\bawait\b/;

interface Code {
  /** A function that returns the text. It keeps local constants; of a parameter only the type is known. */
  readonly code: string;
  /** The types of what the function is given. */
  readonly given: ReadonlyMap<string, Type>;
}

function readCode(checker: Checker, text: ast.Node): Code {
  const locals = new Map<ast.Node, string>();
  const given = new Map<string, Type>();
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
        given.set(node.getText(), checker.getTypeAtLocation(node) ?? checker.getUnknownType());
        locals.set(name, `const ${node.getText()} = $given('${node.getText()}');`);
      }
    }
    node.forEachChild(visit);
  };
  const code = IS_AWAITED.test(text.getText()) ? `''` : copy(text);
  return { code: `($given) => { ${[...locals.values()].join(' ')} return ${code}; }`, given };
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
