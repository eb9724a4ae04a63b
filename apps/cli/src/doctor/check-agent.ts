import { ApiError } from '@assay/client';
import type { Services } from '../settings/open-services.ts';
import { fine, remark, type Finding } from './finding.ts';

/** The agent backend is needed only by those who test it, so nothing here is wrong for everybody. */
export async function checkAgent(
  { client, agent }: Services,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const models = await client.agent.models({ signal });
    if (models.length > 0) return fine(`the agent backend at ${agent} has ${models.length} models`);
    return remark(
      `the agent backend at ${agent} knows no model: set HUB_BASE_URL or STUDIO_BASE_URL`,
    );
  } catch (error) {
    const why = error instanceof ApiError ? error.detail : String(error);
    return remark(`no agent backend (${why}); fine if you do not test it`);
  }
}
