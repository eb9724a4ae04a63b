import { pathSegments, type Credential } from '@fairtrial/egress';
import { httpUrl } from '@fairtrial/server';
import { z } from 'zod';

/** An address that the operator configured, and the key that may be sent to it. */
export interface EndpointSource {
  readonly url: string;
  readonly credential: Credential | undefined;
}

const HEADER = /^[\w-]+$/;
/** What a header can carry, without the comma and the semicolon of the list. */
const KEY = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/;

/** Reads `ENDPOINTS`: addresses, each with the key that only it gets. No fault contains a key. */
export const endpointList: z.ZodType<readonly EndpointSource[], string | undefined> = z
  .string()
  .default('')
  .transform((text, context) => {
    const entries = text.split(/[,\n]/).map((entry) => entry.trim());
    return entries.filter(Boolean).flatMap((entry, at) => {
      const endpoint = readEntry(entry);
      if (endpoint === undefined)
        context.addIssue(
          `entry ${at + 1} is not written as https://…[;key=…][;header=x-api-key], with a key of ASCII characters other than space, comma and semicolon`,
        );
      return endpoint ?? [];
    });
  });

function readEntry(entry: string): EndpointSource | undefined {
  const [url = '', ...parts] = entry.split(';').map((part) => part.trim());
  const attributes = new Map(
    parts.map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)]),
  );
  const key = attributes.get('key');
  const header = attributes.get('header') ?? 'Authorization';
  const isKnown = [...attributes.keys()].every((name) => name === 'key' || name === 'header');
  if (!isKnown || attributes.size < parts.length || !isAddress(url)) return undefined;
  if (parts.length === 0) return { url, credential: undefined };
  if (key === undefined || !KEY.test(key) || !HEADER.test(header)) return undefined;
  return { url, credential: { url, header, secret: key } };
}

/** False if servers could read the path in different ways, so that it is not clear which paths get the key. */
function isAddress(url: string): boolean {
  return httpUrl.safeParse(url).success && pathSegments(new URL(url)) !== undefined;
}
