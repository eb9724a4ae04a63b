import { parseJson } from '@assay/contracts';
import { isDeepStrictEqual } from 'node:util';

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

/** One part of a tool's result. Every kind of part has some of these fields. */
interface Block {
  readonly type: string;
  readonly text?: string;
  /** Base64 of an image or a sound. */
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: Resource;
  /** Of a link to a resource. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly uri?: string;
}

interface Resource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

interface CallResult {
  readonly content?: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/**
 * A tool's result as the text that the model reads. What is no text is described, so that the model knows that it is
 * there; structured content is added as JSON unless the text says the same.
 */
export function readToolResult(result: unknown): ToolResult {
  const { content = [], structuredContent, isError = false } = result as CallResult;
  const parts = content.map(describe);
  const isNew = structuredContent !== undefined && !isRepeated(structuredContent, content);
  if (isNew) parts.push(JSON.stringify(structuredContent));
  return { text: parts.join('\n'), failed: isError };
}

function describe(block: Block): string {
  const { type, text, data, mimeType, resource, uri } = block;
  if (text !== undefined) return text;
  if (resource !== undefined) return describeResource(resource);
  if (type === 'resource_link') {
    const { name, title = name, description } = block;
    const facts = [title, uri, mimeType, description].filter((fact) => fact);
    return `[link to a resource: ${facts.join(', ')}]`;
  }
  return data === undefined ? `[${type}]` : `[${type}: ${mimeType}, ${byteLength(data)} bytes]`;
}

function describeResource({ uri, mimeType, text, blob = '' }: Resource): string {
  const type = mimeType === undefined ? '' : `, ${mimeType}`;
  if (text !== undefined) return `[resource: ${uri}${type}]\n${text}`;
  return `[resource: ${uri}${type}, ${byteLength(blob)} bytes that are not text]`;
}

function byteLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** Whether the text blocks are the structured content once more, as the protocol recommends for older clients. */
function isRepeated(structured: unknown, content: readonly Block[]): boolean {
  const texts = content.flatMap(({ text }) => text ?? []);
  return candidates(structured).some(
    (value) =>
      texts.some((text) => isSame(text, value)) ||
      (Array.isArray(value) &&
        value.length === texts.length &&
        value.every((item, at) => isSame(texts[at] ?? '', item))),
  );
}

/** Python servers put a value that is no object into `{"result": …}`, and its bare text into the content. */
function candidates(structured: unknown): readonly unknown[] {
  const fields = Object.entries(structured ?? {});
  const [only] = fields;
  return fields.length === 1 && only?.[0] === 'result' ? [structured, only[1]] : [structured];
}

function isSame(text: string, value: unknown): boolean {
  return text === value || isDeepStrictEqual(parseJson(text), value);
}
