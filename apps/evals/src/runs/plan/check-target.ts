import {
  AppError,
  countScenarioTurns,
  isTemplate,
  listPlaceholders,
  type EvaluationRequest,
  type Placeholder,
  type Target,
} from '@fairtrial/contracts';
import { usesResponses } from '@fairtrial/models';
import type { RunPlan } from '../../entities/run.ts';

type Scenarios = NonNullable<EvaluationRequest['test_batch']>;

/** A request without names of stored targets and datasets: they are already read. */
export type ResolvedRequest = EvaluationRequest & {
  readonly target?: Target | undefined;
  readonly test_batch: Scenarios;
};

type CalledEndpoint = Pick<ResolvedRequest, 'endpoint' | 'protocol' | 'target' | 'against'>;

/** Throws if the target contradicts other fields of the request. */
export function checkTarget(request: CalledEndpoint): void {
  const { target } = request;
  if (target !== undefined && isTemplate(target)) checkTemplate(target, request);
  else checkWithoutTemplate(request);
}

function checkTemplate(target: Target, { protocol = 'auto', against }: CalledEndpoint): void {
  if (protocol !== 'auto' && protocol !== 'custom') {
    const detail =
      'must be custom or absent, because target describes the request: leave out protocol. ' +
      'With another protocol, target may only have reply, metadata and tool_calls';
    throw refusal('/protocol', detail);
  }
  if (against !== undefined && !placeholdersOf(target).has('model')) {
    const detail =
      'the template in target does not send {{model}}, so both sides would be the same: insert {{model}}';
    throw refusal('/against', detail);
  }
}

function checkWithoutTemplate({ endpoint, protocol = 'auto', target }: CalledEndpoint): void {
  if (protocol === 'custom') {
    const detail = 'custom needs a target that describes the request: set target.body';
    throw refusal('/protocol', detail);
  }
  if (target?.session !== undefined && !usesResponses(endpoint, protocol)) {
    const detail =
      'needs a target that describes the request, because only the protocol responses has sessions: set target.body with {{session}}, ' +
      'or set protocol to responses if the endpoint is an OpenAI Responses API';
    throw refusal('/target/session', detail);
  }
}

/** The protocol of a target that describes the request is `custom`. */
export function planProtocol({
  protocol = 'auto',
  target,
}: Pick<ResolvedRequest, 'protocol' | 'target'>): RunPlan['protocol'] {
  return target !== undefined && isTemplate(target) ? 'custom' : protocol;
}

/** An endpoint with a session keeps the conversation itself, so earlier turns are not sent again. */
export function planHistory({
  target,
  history = target?.session === undefined ? 'live' : 'none',
}: Pick<ResolvedRequest, 'target' | 'history'>): RunPlan['history'] {
  return history;
}

/** Throws if a conversation would lose its earlier turns: the template does not send them, and there is no session. */
export function checkHistory(
  request: Pick<ResolvedRequest, 'target' | 'history' | 'test_batch'>,
): void {
  const { target, test_batch } = request;
  if (target === undefined || !isTemplate(target) || target.session !== undefined) return;
  if (planHistory(request) === 'none' || sendsEarlierTurns(target)) return;
  if ([test_batch].flat().every((scenario) => countScenarioTurns(scenario) <= 1)) return;
  const detail =
    'earlier turns are not sent: insert {{messages}} or {{transcript}}, set target.session, or set history to none';
  throw refusal('/target/body', detail);
}

/** True if the request of a turn contains the turns before it. The request that opens a session does not count. */
function sendsEarlierTurns(target: Target): boolean {
  const used = placeholdersOf({ ...target, session: undefined });
  return used.has('messages') || used.has('transcript');
}

/** Warnings about fields of the request that do not go together with its target. */
export function warnOfTarget({
  target,
  history = 'none',
  system_prompt: systemPrompt,
  parameters: { stream: _stream, ...parameters } = {},
}: ResolvedRequest): readonly string[] {
  const warnings: string[] = [];
  if (target?.session !== undefined && history !== 'none') {
    warnings.push(
      sendsEarlierTurns(target)
        ? `history is ${history}, so earlier turns are sent although the endpoint keeps the conversation in its session: leave out history, or the session`
        : `history is ${history}, which has no effect: with the session, each turn sends only its message: leave out history`,
    );
  }
  if (target === undefined || !isTemplate(target)) return warnings;
  const used = placeholdersOf(target);
  if (systemPrompt !== undefined && !WITH_SYSTEM_PROMPT.some((name) => used.has(name))) {
    warnings.push(
      'system_prompt was not sent: the template in target contains none of {{system_prompt}}, {{messages}} and {{transcript}}',
    );
  }
  if (Object.keys(parameters).length > 0) {
    warnings.push('parameters were not sent: write them into target.body');
  }
  return warnings;
}

const WITH_SYSTEM_PROMPT: readonly Placeholder[] = ['system_prompt', 'messages', 'transcript'];

/** The placeholders that the requests of a target contain, including the request that opens its session. */
function placeholdersOf({ path, headers, body, session }: Target): ReadonlySet<string> {
  return new Set(listPlaceholders([path, headers, body, session?.open]));
}

function refusal(pointer: string, detail: string): AppError {
  return new AppError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
