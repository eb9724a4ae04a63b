import type { Credential } from '@fairtrial/egress';
import { z } from 'zod';

/** An address that the operator configured, and the key that may be sent to it. */
export interface EndpointSource {
  readonly url: string;
  readonly credential: Credential | undefined;
}

const Address = z.url({ protocol: /^https?$/ });
const HEADER = /^[\w-]+$/;

/** Reads `ENDPOINTS`: addresses, each with the key that only it gets. No fault contains a key. */
export const endpointList: z.ZodType<readonly EndpointSource[], string | undefined> = z
  .string()
  .default('')
  .transform((text, context) => {
    const entries = text.split(/[,\n]/).map((entry) => entry.trim());
    return entries.filter(Boolean).flatMap((entry, at) => {
      const endpoint = readEntry(entry);
      if (endpoint === undefined)
        context.addIssue(`entry ${at + 1} is not written as https://…[;key=…][;header=x-api-key]`);
      return endpoint ?? [];
    });
  });

function readEntry(entry: string): EndpointSource | undefined {
  const [url = '', ...parts] = entry.split(';').map((part) => part.trim());
  const pairs = parts.map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)]);
  const {
    key,
    header = 'Authorization',
    ...others
  } = Object.fromEntries(pairs) as {
    readonly [name: string]: string | undefined;
  };
  const isKeyed = key !== undefined && key !== '' && HEADER.test(header);
  const isValid = Object.keys(others).length === 0 && (isKeyed || parts.length === 0);
  if (!isValid || !Address.safeParse(url).success || new URL(url).username !== '') return undefined;
  return { url, credential: isKeyed ? { url, header, secret: key } : undefined };
}
