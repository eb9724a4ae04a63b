import { AppError } from '@assay/contracts';

/**
 * Throws if a message names an address that a provider would fetch and that is not on the internet. A provider of one's
 * own stands in a private network: with `image_url` a caller could make it read what is there.
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
    const detail = `message ${at + 1} has the address ${JSON.stringify(refused.slice(0, 100))}: only data: addresses and https: addresses on the internet are passed on`;
    throw new AppError('invalid_request', detail);
  }
}

/** A client sends an earlier answer back as it got it, with `annotations` that cite pages. No provider fetches those. */
function withoutCitations(message: object): object {
  if (!('role' in message) || message.role !== 'assistant') return message;
  return { ...message, annotations: undefined };
}

function isEmbedded(url: string): boolean {
  return /^data:/i.test(url);
}

/** Every address in a part of a message: `image_url`, `video_url`, `file_uri` and the like, as text or as `{url}`. */
function listUrls(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    typeof item === 'string' && /ur[il]$/i.test(key) ? [item] : listUrls(item),
  );
}
