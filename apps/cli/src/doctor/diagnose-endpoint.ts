import { ApiError, type Body } from '@fairtrial/client';
import {
  fromPointer,
  showAddress,
  type EndpointError,
  type EndpointErrorKind,
  type TestCallResult,
} from '@fairtrial/contracts';
import { formatDuration } from '@fairtrial/format';
import { EXIT } from '../command/exit-code.ts';
import { hint, ok, problem, type Diagnosis } from './diagnosis.ts';
import type { ConfigFile } from '../settings/config-file.ts';
import { completeTarget, type TargetInput } from '../settings/find-target.ts';
import type { Services } from '../settings/open-services.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText, textWidth, truncateText } from '../terminal/text-layout.ts';

interface EndpointOptions {
  readonly endpoint?: string;
  readonly model?: string;
  readonly protocol?: NonNullable<Body<'POST /test-call'>['protocol']>;
  readonly reply?: string;
  /** The value of `--target`. */
  readonly target?: string;
}

interface TestContext {
  readonly signal: AbortSignal;
  readonly columns: number;
  /** As `findTarget` returns it. */
  readonly target: TargetInput | undefined;
}

const MAX_REPLY = 60;

/** Makes the service call the endpoint under test once, exactly as a run would, with the message "Hello". */
export async function* diagnoseEndpoint(
  { client, config }: Pick<Services, 'client' | 'config'>,
  options: EndpointOptions,
  context: TestContext,
): AsyncGenerator<Diagnosis> {
  const call = toCall(config, options, context.target);
  if (call === undefined) {
    const missing = (options.endpoint ?? config.endpoint) === undefined ? 'endpoint' : 'model';
    const text = `no ${missing} to test: pass --${missing}, or set it in fairtrial.config.yaml`;
    yield isWanted(options) ? problem(EXIT.usage, text) : hint(text);
    return;
  }
  const who = `the endpoint ${showAddress(call.endpoint)}, with model ${call.model_id},`;
  try {
    const result = await client.request('POST /test-call', { body: call, signal: context.signal });
    const { target } = call;
    if (target) yield { state: 'shown', text: showExchange(result, context.columns) };
    const isStream = typeof target === 'object' && typeof target?.stream === 'string';
    const isReplyOption = options.reply !== undefined;
    const place = { file: findPlace(options, context.target), isStream, isReplyOption };
    yield result.error === null
      ? ok(`${who} ${describeAnswer(result)}`)
      : problem(EXIT.target, `${who} ${describeFailure(result, place)}`);
    for (const note of result.notes) yield hint(note);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    yield problem(EXIT.usage, `${who} could not be tested: ${describeRefusal(error)}`);
  }
}

function toCall(
  config: ConfigFile,
  options: EndpointOptions,
  named: TargetInput | undefined,
): Body<'POST /test-call'> | undefined {
  const endpoint = options.endpoint ?? config.endpoint;
  const model = options.model ?? config.model;
  if (endpoint === undefined || model === undefined) return undefined;
  const target = completeTarget(config, named, options.reply);
  const protocol = options.protocol ?? config.protocol;
  return { endpoint, model_id: model, protocol, target };
}

/**
 * True if an option names the endpoint, model or target. The test call is then required: it is a problem if it cannot be
 * made.
 */
function isWanted({ endpoint, model, target }: EndpointOptions): boolean {
  return [endpoint, model, target].some((option) => option !== undefined);
}

/** Each refused field, and why. */
function describeRefusal({ detail, errors }: ApiError): string {
  const fields = errors.map((one) => `${fromPointer(one.pointer).join('.')}: ${one.detail}`);
  return fields.length === 0 ? detail : fields.join('; ');
}

function describeAnswer({ reply, protocol, latency_ms: latency }: TestCallResult): string {
  return `answers in ${formatDuration(latency)} (${protocol}): ${truncateText(reply ?? '', MAX_REPLY)}`;
}

/** The file with the target; `undefined` if only `--reply` or nothing describes it. */
function findPlace(
  { target: option }: EndpointOptions,
  named: TargetInput | undefined,
): string | undefined {
  if (option === undefined) return named === undefined ? undefined : 'fairtrial.config.yaml';
  return typeof named === 'string' ? `the target ${named}` : option;
}

/** Where the fields of the target are written. */
export interface TargetPlace {
  /** The file to change; `undefined` if no target is given. */
  readonly file: string | undefined;
  /** True if the pointer to the reply is that of a stream. */
  readonly isStream: boolean;
  /** True if `--reply` sets the pointer to the reply. */
  readonly isReplyOption?: boolean;
}

/** Describes why the test call failed, and what to do. */
export function describeFailure(
  { error, proposed_reply: reply, proposed_session: session }: TestCallResult,
  place: TargetPlace,
): string {
  if (error === null) return '';
  const proposals = [
    ...(reply === null ? [] : [proposeReply(reply, place)]),
    ...(session === null ? [] : [proposeSession(session, place)]),
  ];
  const advice = proposals.length === 0 ? adviseOn(error, place) : proposals.join('; ');
  const what = advice === undefined ? '' : `. What to do: ${advice}`;
  return `failed (${error.kind}): ${error.message.replace(/\.$/, '')}${what}`;
}

function proposeReply(pointer: string, { file, isStream, isReplyOption }: TargetPlace): string {
  const start = `if its reply is at ${pointer},`;
  if (isReplyOption === true && file !== undefined) return `${start} pass --reply ${pointer}`;
  if (file === undefined) {
    return `${start} pass --reply ${pointer}, or set target: { reply: ${pointer} } in fairtrial.config.yaml`;
  }
  const field = isStream ? `stream: sse:${pointer}` : `reply: ${pointer}`;
  return `${start} set ${field} in ${file}`;
}

function proposeSession(pointer: string, { file = 'fairtrial.config.yaml' }: TargetPlace): string {
  return `if the id of its session is at ${pointer}, set from: ${pointer} below session: in ${file}`;
}

function adviseOn({ kind, status }: EndpointError, { file }: TargetPlace): string | undefined {
  if (status === 415) return 'put a proxy that accepts JSON before the endpoint';
  if (kind === 'http' && file !== undefined) return `check method, path and body in ${file}`;
  return ADVICE[kind];
}

const ADVICE: Readonly<Partial<Record<EndpointErrorKind, string>>> = {
  auth: 'give the evaluation service the key, with ENDPOINTS in its environment',
  blocked: 'the evaluation service may not call this address: see ENDPOINTS in its configuration',
  connect: 'is the endpoint running, and can the evaluation service reach this address?',
  http: 'check the path of the address, the name of the model and --protocol',
  bad_response:
    'check the path of the address and --protocol; if the answer is JSON, set the path of the reply, such as --reply /data/answer',
};

const LABEL_WIDTH = 12;
const MAX_LINES = 4;

type Exchange = Pick<TestCallResult, 'request' | 'response' | 'reply' | 'session'>;

/** Shows what was sent to the endpoint, what came back and what was read from it, each shortened to a few lines. */
export function showExchange(
  { request, response, reply, session }: Exchange,
  columns: number,
): string {
  const room = columns - LABEL_WIDTH;
  const headers = Object.entries(request?.headers ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['request', cutText(request === null ? '' : `${request.method} ${request.url}`, room)],
    ['', headers],
    ['', cutText(request?.body ?? '', room)],
    ['response', response === null ? [] : [String(response.status)]],
    ['', cutText(response?.body ?? '', room)],
    ['reply', cutText(reply ?? '', room)],
    ['session', session === null ? [] : [String(session)]],
  ];
  return parts
    .flatMap(([label, lines]) =>
      lines.map((line, at) => {
        const start = padText(at === 0 ? `  ${label}` : '', LABEL_WIDTH);
        return `${start}${truncateText(sanitizeLine(line), room)}`;
      }),
    )
    .join('\n');
}

/** Breaks a text into at most four lines; more text ends in an ellipsis. */
function cutText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = sanitizeLine(text);
  while (rest !== '' && lines.length < MAX_LINES) {
    const line =
      lines.length === MAX_LINES - 1 ? truncateText(rest, width) : takeWidth(rest, width);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length);
  }
  return lines;
}

/** The start of a text that fits into the width. It ends at a space if the line is then at least half full. */
function takeWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const fitting = truncateText(text, width).slice(0, -1);
  const space = fitting.lastIndexOf(' ') + 1;
  return space > fitting.length / 2 ? fitting.slice(0, space) : fitting;
}
