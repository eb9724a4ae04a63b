import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

/** A node of the ESTree syntax tree; the fields depend on its type. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  readonly path: string;
  readonly code: string;
  readonly program: SyntaxNode;
}

export function parseSource(path: string): SourceFile {
  const code = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, code, program: program as unknown as SyntaxNode };
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

export function children(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Calls `visit` for every node from the root down, with its ancestors, the nearest last. `false` skips the descendants. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => boolean | undefined,
): void {
  const ancestors: SyntaxNode[] = [];
  const enter = (node: SyntaxNode): void => {
    if (visit(node, ancestors) === false) return;
    ancestors.push(node);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(enter);
      else if (isNode(value)) enter(value);
    }
    ancestors.pop();
  };
  enter(root);
}

const MAX_PLACEHOLDER = 40;

/** The text of a string, a template or a concatenation of them, with `{…}` for each value; `undefined` for other nodes. */
export function textOfNode(node: SyntaxNode, code: string): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : undefined;
    case 'TemplateLiteral':
      return templateText(node, code);
    case 'TaggedTemplateExpression': {
      const template = child(node, 'quasi');
      return template && templateText(template, code);
    }
    case 'BinaryExpression':
      return node['operator'] === '+' ? sumText(node, code) : undefined;
    default:
      return undefined;
  }
}

function templateText(node: SyntaxNode, code: string): string {
  const values = children(node, 'expressions');
  const parts = children(node, 'quasis').map(({ value }, at) => {
    const { cooked } = value as { readonly cooked: string };
    const expression = values[at];
    return expression === undefined ? cooked : cooked + placeholder(expression, code);
  });
  return parts.join('');
}

function sumText(node: SyntaxNode, code: string): string | undefined {
  const sides = [child(node, 'left'), child(node, 'right')];
  const texts = sides.map((side) => side && textOfNode(side, code));
  if (texts.every((text) => text === undefined)) return undefined;
  return sides.map((side, at) => texts[at] ?? (side && placeholder(side, code))).join('');
}

/** `{name}` for `a.b.name`, the possible texts for a condition, else the code if it is short. */
export function placeholder(node: SyntaxNode, code: string): string {
  if (node.type === 'MemberExpression' && node['computed'] === false) {
    return placeholder(child(node, 'property') ?? node, code);
  }
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') {
    return placeholder(child(node, 'expression') ?? node, code);
  }
  if (node.type === 'ConditionalExpression') {
    const options = [child(node, 'consequent'), child(node, 'alternate')];
    const texts = options.map((option) => option && textOfNode(option, code));
    if (texts.every((text) => text !== undefined)) return `{${texts.join('|')}}`;
  }
  const written = code.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
  if (written.length <= MAX_PLACEHOLDER) return `{${written}}`;
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
  return callee === undefined ? '{…}' : `{${placeholder(callee, code).slice(1, -1)}(…)}`;
}

/** The name of the nearest function or variable around a node. */
export function nameAround(ancestors: readonly SyntaxNode[]): string {
  const named = ancestors.findLast(
    (node) =>
      ['FunctionDeclaration', 'VariableDeclarator', 'MethodDefinition'].includes(node.type) &&
      (child(node, 'id') ?? child(node, 'key')) !== undefined,
  );
  const id = named && (child(named, 'id') ?? child(named, 'key'));
  return typeof id?.['name'] === 'string' ? id['name'] : 'the module';
}
