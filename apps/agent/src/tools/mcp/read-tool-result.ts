import { parseJson } from '@fairtrial/contracts';
import { isDeepStrictEqual } from 'node:util';

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

/** One part of a tool's result. Each type of part has some of these fields. */
interface Block {
  readonly type: string;
  readonly text?: string;
  /** Base64 of an image or audio. */
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: Resource;
  /** `name`, `title`, `description` and `uri` of a resource link. */
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
 * Converts a tool's result to the text that the model reads. Non-text parts are described, so that the model knows they
 * exist; structured content is added as JSON unless the text already contains it.
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

/** True if the text blocks repeat the structured content, as the protocol recommends for older clients. */
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

/** Python servers wrap a value that is not an object in `{"result": …}`, and put its bare text into the content. */
function candidates(structured: unknown): readonly unknown[] {
  const fields = Object.entries(structured ?? {});
  const [only] = fields;
  return fields.length === 1 && only?.[0] === 'result' ? [structured, only[1]] : [structured];
}

function isSame(text: string, value: unknown): boolean {
  return text === value || isDeepStrictEqual(parseJson(text), value);
}
