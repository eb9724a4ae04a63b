import { EgressError, parseTarget } from '@fairtrial/egress';
import { renderText, type TemplateValues } from './template-values.ts';

/** Dots that a server could resolve, also behind a separator that it decodes first. */
const DOT_SEGMENT = /(^|[\\/])\.{1,2}($|[\\/;])/;
/** How often a server may decode a path, at most. */
const MAX_DECODED = 3;

/**
 * Renders a path on the origin of the endpoint. Throws a `bad_endpoint` error if a value would change where the request
 * goes: the endpoint itself chooses the values of sessions, and they must not lead to other paths.
 */
export function renderUrl(endpoint: string, path: string, values: TemplateValues): string {
  const { origin } = parseTarget(endpoint);
  const encoded = renderText(path, values, (value) => encodeURIComponent(value.toWellFormed()));
  const expected = segmentsOf(path.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
  const rendered = segmentsOf(encoded);
  const isEmptied = expected.some((segment, at) => segment !== '' && rendered[at] === '');
  const url = URL.parse(origin + encoded);
  const isSame =
    url?.origin === origin &&
    url.pathname.split('/').length === expected.length &&
    rendered.length === expected.length;
  if (url === null || !isSame || isEmptied || rendered.some(isMoving)) {
    throw new EgressError(
      'bad_endpoint',
      'the request was not sent: a value in target.path is empty or would lead to another path',
    );
  }
  return url.href;
}

function segmentsOf(path: string): readonly string[] {
  const [segments = ''] = path.split('?', 1);
  return segments.split('/');
}

/** True if a server could understand the segment as a step to another folder, however often it decodes it. */
function isMoving(segment: string): boolean {
  let text = segment;
  for (let no = 0; no <= MAX_DECODED; no += 1) {
    if (DOT_SEGMENT.test(text)) return true;
    const decoded = decode(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
