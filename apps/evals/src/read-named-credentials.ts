import { parseJson } from '@fairtrial/contracts';
import type { Credential } from '@fairtrial/egress';
import type { ConfigFault, Env } from '@fairtrial/server';
import { z } from 'zod';

const Named = z.array(
  z.object({
    origin: z.url({ protocol: /^https?$/ }),
    header: z
      .string()
      .regex(/^[\w-]+$/)
      .default('Authorization'),
    secret_env: z.string(),
  }),
);

interface Found {
  readonly credentials: readonly Credential[];
  readonly faults: readonly ConfigFault[];
}

/** Reads `ENDPOINT_CREDENTIALS`: many keys, each given by the name of the variable that holds it. */
export function readNamedCredentials(env: Env): Found {
  const text = env['ENDPOINT_CREDENTIALS']?.trim() ?? '';
  if (text === '') return { credentials: [], faults: [] };
  const parsed = Named.safeParse(parseJson(text));
  if (!parsed.success) return { credentials: [], faults: [fault(SHAPE)] };
  const unset = parsed.data.filter(({ secret_env }) => !env[secret_env]);
  const credentials = parsed.data.flatMap(({ origin, header, secret_env }) => {
    const secret = env[secret_env]?.trim();
    return secret ? [{ url: origin, header, secret }] : [];
  });
  return {
    credentials,
    faults: unset.map(({ secret_env }) => fault(`names ${secret_env}, which is not set`)),
  };
}

const SHAPE = 'must be a JSON list of {"origin": "https://…", "header": "…", "secret_env": "NAME"}';

function fault(problem: string): ConfigFault {
  return { variable: 'ENDPOINT_CREDENTIALS', problem };
}
