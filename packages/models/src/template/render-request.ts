import { INPUT_LIMITS, listPlaceholders, toHeaderText, type Target } from '@fairtrial/contracts';
import { EgressError } from '@fairtrial/egress';
import type { ModelCall } from '../calls/model-call.ts';
import { renderUrl } from './render-url.ts';
import {
  onlyPlaceholder,
  renderText,
  toValues,
  valueOf,
  type TemplateValues,
} from './template-values.ts';

/** The parts of a target that describe a request. */
export interface RequestTemplate extends Pick<Target, 'method' | 'path' | 'headers' | 'body'> {
  /** True if a request of the target sends the system prompt by itself: then no request repeats it in the messages. */
  readonly sendsSystemPrompt: boolean;
}

export interface RenderedRequest {
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if the request has no body. */
  readonly body: unknown;
}

/**
 * Renders a request template for one call. Throws a `bad_endpoint` error if the request must not be sent, because a
 * value would change its path or its headers, or because it would be too large.
 */
export function renderRequest(
  endpoint: string,
  template: RequestTemplate,
  call: ModelCall,
): RenderedRequest {
  const { method = 'POST', path, headers = {}, body } = template;
  const used = listPlaceholders([path, headers, body]);
  const values = toValues(call, template.sendsSystemPrompt);
  refuseTooLarge(used, values);
  return {
    method,
    url: path === undefined ? endpoint : renderUrl(endpoint, path, values),
    headers: renderHeaders(headers, values),
    body: body === undefined ? undefined : renderJson(body, values),
  };
}

/** True if the request of a turn, or the one that opens the session, sends the system prompt by itself. */
export function sendsSystemPrompt({ path, headers, body, session }: Target): boolean {
  return listPlaceholders([path, headers, body, session?.open]).includes('system_prompt');
}

/** A template may repeat a long conversation thousands of times, so the size is known before it is rendered. */
function refuseTooLarge(used: readonly string[], values: TemplateValues): void {
  const sizes = new Map<string, number>();
  let total = 0;
  for (const name of used) {
    const known = sizes.get(name);
    const size = known ?? JSON.stringify(valueOf(name, values) ?? '').length;
    sizes.set(name, size);
    total += size;
  }
  if (total <= INPUT_LIMITS.body_bytes) return;
  const limit = INPUT_LIMITS.body_bytes / (1024 * 1024);
  throw notSent(`it would be larger than ${limit} MiB; repeat fewer placeholders in target.body`);
}

/** Names become lower case, so that a key that is bound to the endpoint replaces a header of the same name. */
function renderHeaders(
  headers: Readonly<Record<string, string>>,
  values: TemplateValues,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, template]) => {
    const only = onlyPlaceholder(template);
    if (only !== undefined && valueOf(only, values) === undefined) return [];
    const text = renderText(template, values);
    if (/\p{Cc}/u.test(text)) {
      throw notSent(`the header ${name} would have a line break or another control character`);
    }
    return [[name.toLowerCase(), toHeaderText(text)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Renders a JSON body. A string that is exactly one placeholder becomes the value with its type. One without a value is
 * left out of its object, and is null elsewhere.
 */
function renderJson(template: unknown, values: TemplateValues): unknown {
  return render(template, values) ?? null;
}

function render(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') {
    const only = onlyPlaceholder(template);
    return only === undefined ? renderText(template, values) : valueOf(only, values);
  }
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.map((item) => renderJson(item, values));
  const entries = Object.entries(template).map(
    ([key, item]) => [key, render(item, values)] as const,
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function notSent(reason: string): EgressError {
  return new EgressError('bad_endpoint', `the request was not sent: ${reason}`);
}
