import { z } from 'zod';
import type { ConfigFault } from './config-error.ts';
import { commaList, flag, httpUrlList } from './env-fields.ts';
import { isLoopbackHost } from './is-loopback-host.ts';

/** Variables that both services read. */
export const serviceFields = {
  ASSAY_API_KEYS: commaList,
  ASSAY_ALLOW_ANONYMOUS: flag,
  ALLOWED_ORIGINS: httpUrlList,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  EGRESS_MODE: z.enum(['public', 'allowlist', 'local']).optional(),
};

interface Exposure {
  readonly hostVariable: string;
  readonly host: string | undefined;
  readonly apiKeys: readonly string[] | undefined;
  readonly allowAnonymous: boolean | undefined;
}

/** Without keys a service listens on loopback only, unless the operator says otherwise. */
export function exposureFaults(exposure: Exposure): readonly ConfigFault[] {
  const { hostVariable, host, apiKeys, allowAnonymous } = exposure;
  if (host === undefined || isLoopbackHost(host)) return [];
  if ((apiKeys?.length ?? 0) > 0 || allowAnonymous === true) return [];
  return [
    {
      variable: hostVariable,
      problem: `listening on ${host} lets others in; set ASSAY_API_KEYS (or ASSAY_ALLOW_ANONYMOUS=1 if that is meant)`,
    },
  ];
}
