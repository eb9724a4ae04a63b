import { AppError } from '@fairtrial/contracts';

/**
 * Throws if a message contains a non-public URL that a provider would fetch (SSRF). A self-hosted provider runs in a
 * private network: with `image_url` a caller could make it read internal addresses.
 */
export function checkMediaUrls(
  messages: readonly object[],
  isPublicUrl: (url: string) => boolean,
): void {
  for (const [at, message] of messages.entries()) {
    const refused = listUrls(withoutCitations(message)).find(
      (url) => !isEmbedded(url) && !isPublicUrl(url),
    );
    if (refused === undefined) continue;
    const detail = `message ${at + 1} has the address ${JSON.stringify(refused.slice(0, 100))}: only data: addresses and public https: addresses are forwarded`;
    throw new AppError('invalid_request', detail);
  }
}

/** Clients send earlier answers back unchanged, with `annotations` that cite pages. Providers do not fetch those. */
function withoutCitations(message: object): object {
  if (!('role' in message) || message.role !== 'assistant') return message;
  return { ...message, annotations: undefined };
}

function isEmbedded(url: string): boolean {
  return /^data:/i.test(url);
}

/**
 * Lists every URL in a part of a message: `image_url`, `video_url`, `file_uri` and similar, as a string or as `{url}`.
 */
function listUrls(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    typeof item === 'string' && /ur[il]$/i.test(key) ? [item] : listUrls(item),
  );
}
