import { ApiError, type TestCallInput } from '@assay/client';
import { showAddress, type EndpointErrorKind, type TestCallResult } from '@assay/contracts';
import { formatDuration } from '@assay/format';
import { EXIT } from '../command/exit-code.ts';
import type { ConfigFile } from '../settings/config-file.ts';
import type { Services } from '../settings/open-services.ts';
import { truncateText } from '../terminal/text-layout.ts';
import { hint, ok, problem, type Diagnosis } from './diagnosis.ts';

interface EndpointOptions {
  readonly endpoint?: string;
  readonly model?: string;
  readonly protocol?: NonNullable<TestCallInput['protocol']>;
  readonly reply?: string;
}

const MAX_REPLY = 60;

/** Makes the service call the endpoint under test once, exactly as a run would, with the message "Hello". */
export async function diagnoseEndpoint(
  { client, config }: Pick<Services, 'client' | 'config'>,
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const call = toCall(config, options);
  if (call === undefined) {
    const missing = (options.endpoint ?? config.endpoint) === undefined ? 'endpoint' : 'model';
    const text = `no ${missing} to test: pass --${missing}, or set it in assay.config.yaml`;
    return isWanted(options) ? problem(EXIT.usage, text) : hint(text);
  }
  const who = `the endpoint ${showAddress(call.endpoint)}, with model ${call.model_id},`;
  try {
    const result = await client.testCall(call, { signal });
    if (result.error !== null) return problem(EXIT.target, `${who} ${describeFailure(result)}`);
    const reply = truncateText(result.reply ?? '', MAX_REPLY);
    const { protocol, latency_ms: latency } = result;
    return ok(`${who} answers in ${formatDuration(latency)} (${protocol}): ${reply}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return problem(EXIT.usage, `${who} could not be tested: ${error.detail}`);
  }
}

/**
 * True if an option names the endpoint or model. The test call is then required: it is a problem if it cannot be made.
 */
function isWanted({ endpoint, model }: EndpointOptions): boolean {
  return endpoint !== undefined || model !== undefined;
}

function toCall(config: ConfigFile, options: EndpointOptions): TestCallInput | undefined {
  const endpoint = options.endpoint ?? config.endpoint;
  const model = options.model ?? config.model;
  if (endpoint === undefined || model === undefined) return undefined;
  const target = options.reply === undefined ? config.target : { reply: options.reply };
  const protocol = options.protocol ?? config.protocol;
  return { endpoint, model_id: model, protocol, target };
}

function describeFailure({ error, proposed_reply: proposed }: TestCallResult): string {
  if (error === null) return '';
  const advice =
    proposed === null
      ? ADVICE[error.kind]
      : `if its reply is at ${proposed}, pass --reply ${proposed}, or set target: { reply: ${proposed} } in assay.config.yaml`;
  return `failed (${error.kind}): ${error.message.replace(/\.$/, '')}${advice === undefined ? '' : `. What to do: ${advice}`}`;
}

const ADVICE: Readonly<Partial<Record<EndpointErrorKind, string>>> = {
  auth: 'give the evaluation service the key, with ENDPOINT_URL and ENDPOINT_API_KEY in its environment',
  blocked:
    'the evaluation service may not call this address: see ENDPOINT_URL in its configuration',
  connect: 'is the endpoint running, and can the evaluation service reach this address?',
  http: 'check the path of the address, the name of the model and --protocol',
  bad_response:
    'check the path of the address and --protocol; if the answer is JSON, set the path of the reply, such as --reply /data/answer',
};
