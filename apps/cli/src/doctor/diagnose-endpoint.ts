import { ApiError, type Body } from '@fairtrial/client';
import { fromPointer, showAddress, type TestCallResult } from '@fairtrial/contracts';
import { formatDuration } from '@fairtrial/format';
import { EXIT } from '../command/exit-code.ts';
import type { ConfigFile } from '../settings/config-file.ts';
import { completeTarget, type TargetInput } from '../settings/find-target.ts';
import type { Services } from '../settings/open-services.ts';
import { truncateText } from '../terminal/text-layout.ts';
import { describeFailure } from './describe-failure.ts';
import { hint, ok, problem, type Diagnosis } from './diagnosis.ts';
import { showExchange } from './show-exchange.ts';

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
