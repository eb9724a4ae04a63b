import { Problem } from '@assay/contracts';

/** The `default` response of every route in the OpenAPI document. */
export const problemResponse = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: Problem } },
};
