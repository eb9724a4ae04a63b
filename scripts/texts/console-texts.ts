/**
 * The texts of the console, read from its source code: the text of elements, the attributes that users read or hear, and
 * every other string that looks like a label.
 */
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { oneLine, type Text } from './message-texts.ts';
import {
  child,
  children,
  parseSource,
  placeholder,
  textOfNode,
  walk,
  type SourceFile,
  type SyntaxNode,
} from './syntax.ts';

/** Attributes and fields that hold style, addresses, queries or keys; the others are texts if they look like it. */
const NOT_READ = new Set(
  `className class href to from key id type role viewBox d points transform fill stroke style queryKey path name side align
   htmlFor rel target method tone variant loading param size`.split(/\s+/),
);
const SKIPPED_TYPES = new Set(['ImportDeclaration', 'TSLiteralType', 'TSTypeAliasDeclaration']);

/** The class names of a style, such as `grid gap-4`. */
const STYLE_WORD =
  /^(?:\{.*\}|flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|truncate|underline|rounded|border|uppercase|italic|\S*[a-z]-(?:[a-z\d[(.]\S*)|[a-z-]+:\S+|\S+\/\d+)$/;

/** Paths of SVG, selectors, and headers of a request that is copied as a command. */
const NOT_PROSE = /^[MLVHlmz\0\d. -]+$|\[role=|^-H |^curl /;

export function collectLabels(): readonly Text[] {
  const files = globSync('apps/console/src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .toSorted();
  return files.flatMap((path) => {
    const lines = labelsOf(parseSource(path));
    return lines.map((line) => ({ group: dirname(path), line }));
  });
}

function labelsOf({ program, code }: SourceFile): readonly string[] {
  const lines: string[] = [];
  const printed = new Set<SyntaxNode>();
  walk(program, (node, ancestors) => {
    if (SKIPPED_TYPES.has(node.type) || isNotRead(node)) return false;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const text = printed.has(node) ? undefined : elementText(node, code, printed);
      if (text !== undefined) lines.push(oneLine(text));
      return undefined;
    }
    if (printed.has(node)) return undefined;
    const parent = ancestors.at(-1);
    if (parent?.type === 'BinaryExpression') return undefined;
    const text = textOfNode(node, code);
    if (text !== undefined && isLabel(text, parent)) lines.push(oneLine(text));
    return undefined;
  });
  return lines;
}

function isNotRead(node: SyntaxNode): boolean {
  if (node.type === 'JSXAttribute') return NOT_READ.has(String(child(node, 'name')?.['name']));
  if (node.type !== 'Property') return false;
  const key = child(node, 'key');
  return NOT_READ.has(String(key?.['name'] ?? key?.['value']));
}

/** The texts, values and elements in an element as one line, if it has a text with letters itself. */
function elementText(node: SyntaxNode, code: string, printed: Set<SyntaxNode>): string | undefined {
  const parts = children(node, 'children');
  if (!parts.some((part) => part.type === 'JSXText' && /\p{L}/u.test(String(part['value'])))) {
    return undefined;
  }
  const texts = parts.map((part) => {
    if (part.type === 'JSXText') return String(part['value']).replaceAll(/\s*\n\s*/g, ' ');
    if (part.type === 'JSXExpressionContainer') {
      const expression = child(part, 'expression');
      if (expression === undefined) return '';
      const text = textOfNode(expression, code);
      if (text !== undefined) printed.add(expression);
      return text ?? placeholder(expression, code);
    }
    const inner = elementText(part, code, printed);
    if (inner !== undefined) printed.add(part);
    return inner ?? '<…>';
  });
  return texts.join('').replaceAll(/ {2,}/g, ' ').trim();
}

function isLabel(text: string, parent: SyntaxNode | undefined): boolean {
  const plain = text.replaceAll(/\{[^{}]*\}/g, '\0');
  if (!/\p{L}{2}/u.test(plain)) return false;
  const words = plain.trim().split(/\s+/);
  if (words.length === 1) {
    const isField = parent?.type === 'Property' || parent?.type === 'JSXAttribute';
    return isField && /^\p{Lu}\p{Ll}+[.…]?$/u.test(plain);
  }
  return !words.every((word) => STYLE_WORD.test(word)) && !NOT_PROSE.test(plain);
}
