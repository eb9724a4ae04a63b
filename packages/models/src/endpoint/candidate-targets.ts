import type { Protocol } from '@assay/contracts';
import type { Target } from './send-once.ts';
import { agent } from '../protocols/agent.ts';
import { openai } from '../protocols/openai.ts';
import { prompt } from '../protocols/prompt.ts';

export interface Candidate extends Target {
  readonly name: Protocol;
}

const COMPLETIONS = '/chat/completions';

/**
 * How an address may be meant, likeliest first. Only `auto` leaves more than one way open. An address
 * that is no URL stays as it is: asking it fails in its own words.
 */
export function candidateTargets(
  endpoint: string,
  protocol: Protocol | 'auto',
): readonly [Candidate, ...Candidate[]] {
  const path = pathOf(endpoint);
  const asIs = { url: endpoint, name: 'openai', protocol: openai } as const;
  const below = (suffix: string): Candidate => ({
    ...asIs,
    url: withPath(endpoint, path + suffix),
  });
  const isCompletions = path.endsWith(COMPLETIONS);
  if (protocol === 'prompt') return [{ url: endpoint, name: 'prompt', protocol: prompt }];
  const asAgent = { url: endpoint, name: 'agent', protocol: agent } as const;
  if (protocol === 'agent') return [asAgent];
  if (isCompletions) return [asIs];
  if (protocol === 'openai' || path.endsWith('/v1')) return [below(COMPLETIONS)];
  return [asAgent, below(`/v1${COMPLETIONS}`), below(COMPLETIONS)];
}

function pathOf(endpoint: string): string {
  return (URL.parse(endpoint)?.pathname ?? '').replace(/\/+$/, '');
}

function withPath(endpoint: string, path: string): string {
  const url = URL.parse(endpoint);
  if (url === null) return endpoint;
  url.pathname = path;
  return url.href;
}
