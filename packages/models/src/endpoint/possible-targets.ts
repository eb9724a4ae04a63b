import type { Protocol } from '@fairtrial/contracts';
import { agent, openai, prompt, responses, storedResponses } from '../calls/protocols.ts';
import type { Target } from './send-request.ts';

export interface PossibleTarget extends Target {
  readonly name: Protocol;
}

const COMPLETIONS = '/chat/completions';
const RESPONSES = '/responses';

/**
 * Returns the targets that a URL may refer to, most likely first; more than one only with `auto`. An invalid URL is
 * returned unchanged, so that the call fails with the error for invalid URLs. With a session, the endpoint is asked to
 * keep the conversation, if its protocol can.
 */
export function possibleTargets(
  endpoint: string,
  protocol: Protocol | 'auto',
  hasSession = false,
): readonly [PossibleTarget, ...PossibleTarget[]] {
  const path = urlPath(endpoint);
  const asIs = { url: endpoint, name: 'openai', protocol: openai } as const;
  const below = (suffix: string): PossibleTarget => ({
    ...asIs,
    url: withPath(endpoint, path + suffix),
  });
  const isCompletions = path.endsWith(COMPLETIONS);
  if (protocol === 'prompt') return [{ url: endpoint, name: 'prompt', protocol: prompt }];
  const asAgent = { url: endpoint, name: 'agent', protocol: agent } as const;
  if (protocol === 'agent') return [asAgent];
  if (usesResponses(endpoint, protocol)) {
    const url = path.endsWith(RESPONSES) ? endpoint : withPath(endpoint, path + RESPONSES);
    const wire = hasSession ? storedResponses : responses;
    return [{ url, name: 'responses', protocol: wire }];
  }
  if (isCompletions) return [asIs];
  if (protocol === 'openai' || path.endsWith('/v1')) return [below(COMPLETIONS)];
  return [asAgent, below(`/v1${COMPLETIONS}`), below(COMPLETIONS)];
}

/** `auto` selects the protocol `responses` by the path of the endpoint. */
export function usesResponses(endpoint: string, protocol: Protocol | 'auto'): boolean {
  return protocol === 'auto' ? urlPath(endpoint).endsWith(RESPONSES) : protocol === 'responses';
}

function urlPath(endpoint: string): string {
  return (URL.parse(endpoint)?.pathname ?? '').replace(/\/+$/, '');
}

function withPath(endpoint: string, path: string): string {
  const url = URL.parse(endpoint);
  if (url === null) return endpoint;
  url.pathname = path;
  return url.href;
}
