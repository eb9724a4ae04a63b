/**
 * The error messages and the other texts of the services, the packages and the command line, read from the source code.
 * Strings are found by what they look like (several words), so that a message built in a helper function is not missed.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  child,
  children,
  nameAround,
  parseSource,
  placeholder,
  textOfNode,
  walk,
  type SourceFile,
  type SyntaxNode,
} from './syntax.ts';

export interface Text {
  readonly group: string;
  readonly line: string;
}

export interface MessageTexts {
  readonly errors: readonly Text[];
  readonly others: readonly Text[];
  /** How many `new …Error(…)` expressions there are, by class. */
  readonly errorSites: ReadonlyMap<string, number>;
}

/** Files whose strings are data or prompts for models, not messages. */
const NOT_MESSAGES = [
  'apps/evals/src/{db,queue}/**',
  'packages/scorers/src/{language,facts,clauses,text}/**',
  'packages/scorers/src/{judge,annotator,structured-output}/**',
  'apps/simulator/src/{models,quirks}/**',
  'apps/cli/src/commands/completion.ts',
  'apps/cli/src/report/style.ts',
  'packages/models/src/replies/reply-shapes.ts',
];
const SOURCES = '{apps/{agent,cli,evals,simulator},packages/*}/src/**/*.ts';

/** Texts of the OpenAPI documents and of `--help`, which are printed elsewhere. */
const DOCUMENTED_CALLS = new Set([
  'describe',
  'meta',
  'option',
  'argument',
  'description',
  'helpCommand',
]);
const DOCUMENTED_CLASSES = new Set(['Option', 'Argument']);
const DOCUMENTED_FIELDS = new Set(['summary', 'description']);
const SKIPPED_TYPES = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType']);

/** Parts of a Content-Security-Policy, and SQL. */
const NOT_PROSE = /^[a-z-]+ '(?:none|self)'|^(?:select|create|drop|alter) [a-z_]+[ (]/;

export function collectMessages(): MessageTexts {
  const skipped = new Set(globSync(NOT_MESSAGES));
  const files = globSync(SOURCES)
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .toSorted();
  const errors: Text[] = [];
  const others: Text[] = [];
  const errorSites = new Map<string, number>();
  for (const path of files) {
    const file = parseSource(path);
    const inErrors = new Set<SyntaxNode>();
    const group = dirname(path);
    const declared = declaredTexts(file);
    walk(file.program, (node, ancestors) => {
      const name = errorClass(node);
      if (name === undefined) return undefined;
      errorSites.set(name, (errorSites.get(name) ?? 0) + 1);
      const lines = errorLines({ node, name, file, declared, inErrors, ancestors });
      errors.push(...lines.map((line) => ({ group, line })));
      return undefined;
    });
    if (skipped.has(path)) continue;
    for (const line of otherLines(file, inErrors)) others.push({ group, line });
  }
  return { errors, others, errorSites };
}

function errorClass(node: SyntaxNode): string | undefined {
  if (node.type !== 'NewExpression') return undefined;
  const name = child(node, 'callee')?.['name'];
  return typeof name === 'string' && /Error$|^Refusal$/.test(name) ? name : undefined;
}

interface Declaration {
  readonly value: SyntaxNode;
  /** The block that the variable is declared in. */
  readonly scope: SyntaxNode | undefined;
}

type Declared = ReadonlyMap<string, readonly Declaration[]>;

/** The initial values of the variables of a file, by name. */
function declaredTexts({ program }: SourceFile): Declared {
  const declared = new Map<string, Declaration[]>();
  walk(program, (node, ancestors) => {
    if (node.type !== 'VariableDeclarator') return undefined;
    const name = child(node, 'id')?.['name'];
    const value = child(node, 'init');
    if (typeof name === 'string' && value !== undefined) {
      const scope = ancestors.findLast(({ type }) => /^(?:BlockStatement|Program)$/.test(type));
      declared.set(name, [...(declared.get(name) ?? []), { value, scope }]);
    }
    return undefined;
  });
  return declared;
}

interface ErrorSite {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly file: SourceFile;
  readonly declared: Declared;
  /** Collects the nodes that were printed as an error. */
  readonly inErrors: Set<SyntaxNode>;
  readonly ancestors: readonly SyntaxNode[];
}

/** The classes whose first argument is a code, and the message the second. */
const CODED = new Set(['AppError', 'CliError', 'EgressError']);

function errorLines(site: ErrorSite): readonly string[] {
  const [first, second] = children(site.node, 'arguments');
  const isCoded = CODED.has(site.name);
  const message = isCoded ? second : first;
  const label = isCoded && first ? placeholder(first, site.file.code).slice(1, -1) : site.name;
  const prefix = label.replaceAll(/^'|'$/g, '');
  if (message === undefined) return [`${prefix}: (no text)`];
  const texts = possibleTexts(message, site, 0);
  if (texts.length > 0) return texts.map((text) => `${prefix}: ${oneLine(text)}`);
  const computed = placeholder(message, site.file.code);
  return [`${prefix}: ${computed} (computed in ${nameAround(site.ancestors)})`];
}

const MAX_DEPTH = 4;

/** The texts that an expression can have, if they can be read from this file. */
function possibleTexts(node: SyntaxNode, site: ErrorSite, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  const text = textOfNode(node, site.file.code);
  if (text !== undefined) {
    site.inErrors.add(node);
    return [text];
  }
  const deeper = (field: string): readonly string[] => {
    const next = child(node, field);
    return next === undefined ? [] : possibleTexts(next, site, depth + 1);
  };
  if (node.type === 'ConditionalExpression')
    return [...deeper('consequent'), ...deeper('alternate')];
  if (node.type === 'LogicalExpression') return [...deeper('left'), ...deeper('right')];
  if (node.type === 'Identifier' && typeof node['name'] === 'string') {
    const visible = site.declared
      .get(node['name'])
      ?.filter(({ scope }) => scope !== undefined && site.ancestors.includes(scope));
    return (visible ?? []).flatMap(({ value }) => possibleTexts(value, site, depth + 1));
  }
  return [];
}

function otherLines(file: SourceFile, inErrors: ReadonlySet<SyntaxNode>): readonly string[] {
  const lines: string[] = [];
  walk(file.program, (node, ancestors) => {
    if (SKIPPED_TYPES.has(node.type) || isDocumented(node, ancestors.at(-1))) return false;
    if (inErrors.has(node)) return undefined;
    const parent = ancestors.at(-1);
    if (parent?.type === 'BinaryExpression' && parent['operator'] === '+') return undefined;
    const text = textOfNode(node, file.code);
    if (text !== undefined && isMessage(text)) lines.push(oneLine(text));
    return undefined;
  });
  return lines;
}

function isDocumented(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (node.type === 'Property') return DOCUMENTED_FIELDS.has(nameIn(node, 'key'));
  if (parent === undefined) return false;
  const callee = child(parent, 'callee');
  switch (parent.type) {
    case 'CallExpression':
      return (
        callee !== undefined && callee !== node && DOCUMENTED_CALLS.has(nameIn(callee, 'property'))
      );
    case 'NewExpression':
      return DOCUMENTED_CLASSES.has(nameIn(parent, 'callee'));
    case 'MemberExpression':
      // A list of words that the code splits.
      return nameIn(parent, 'property') === 'split';
    default:
      return false;
  }
}

function nameIn(node: SyntaxNode, field: string): string {
  const name = child(node, field)?.['name'];
  return typeof name === 'string' ? name : '';
}

/** True if a string has several words, counting placeholders, and at least one of letters. */
function isMessage(text: string): boolean {
  if (NOT_PROSE.test(text)) return false;
  const words = text.replaceAll(/\{[^{}]*\}/g, '\0').split(/\s+/);
  const spoken = words.filter((word) =>
    /^["'(`[*]*\p{L}{2,}[\p{L}'’-]*[\])"'`*.,:;?!…]*$/u.test(word),
  );
  return words.filter((word) => word !== '').length > 1 && spoken.length > 0;
}

/** Without line breaks and without the tags of HTML. */
export function oneLine(text: string): string {
  const plain = /<[a-z]+[ >][^]*\n/.test(text) ? text.replaceAll(/<[^>]*>/g, ' ') : text;
  return plain
    .trim()
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/\s*\n\s*/g, ' ⏎ ');
}
