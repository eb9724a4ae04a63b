import { AGENT_API, EVALUATION_API } from '@fairtrial/contracts';
import { describeRoutes } from '@fairtrial/server';

interface Document {
  readonly file: string;
  readonly text: string;
}

export function openapiDocuments(): readonly Document[] {
  return Object.entries({ agent: AGENT_API, evals: EVALUATION_API }).map(([name, api]) => ({
    file: `docs/openapi/${name}.json`,
    text: `${JSON.stringify(describeRoutes(api), undefined, 2)}\n`,
  }));
}
