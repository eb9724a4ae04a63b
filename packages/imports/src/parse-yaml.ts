import { LineCounter, parseDocument, type ErrorCode } from 'yaml';
import { unreadable } from './import-error.ts';

/**
 * Parses YAML or JSON. An error names the line but quotes nothing: the user may have given the wrong file, with a
 * secret in it, and CI logs can be public.
 */
export function parseYaml(file: string, text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    const why = REASONS[error.code] ?? NO_YAML;
    throw unreadable(`${file}, line ${line}, column ${col}: ${why}`, error);
  }
  try {
    return document.toJS() as unknown;
  } catch (cause) {
    throw unreadable(`${file}: ${NO_ALIAS}`, cause);
  }
}

const NO_YAML = 'this is not valid YAML or JSON: check quotes, colons and indentation';
const NO_ALIAS =
  'it refers to itself or to other parts too often (& and *): write those parts out, or quote texts that begin with * or &';
const JOINED =
  'this line is read as part of another one: check the indentation, and quote texts that have a colon';

/** Replaces the parser's messages, which describe its grammar. */
const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: NO_ALIAS,
  BAD_INDENT: 'the indentation does not fit, or a bracket is not closed',
  BAD_SCALAR_START: 'a text may not begin with this character: put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: JOINED,
  BLOCK_IN_FLOW: JOINED,
  DUPLICATE_KEY: 'the same field is given twice: keep one',
  MISSING_CHAR: 'a bracket, a quote, a comma or a colon is missing here or before',
  MULTILINE_IMPLICIT_KEY: JOINED,
  MULTIPLE_DOCS: 'there is more than one document (---): keep one in a file',
  TAB_AS_INDENT: 'a tab is used for indentation: use spaces',
};
