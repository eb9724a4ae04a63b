import type { EndpointError, EndpointErrorKind, TestCallResult } from '@fairtrial/contracts';

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
