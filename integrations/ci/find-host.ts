import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { CodeHost } from './code-host.ts';
import type { Inputs } from './config.ts';
import { gitHubHost } from './github-host.ts';
import { gitLabHost } from './gitlab-host.ts';

const Event = z.object({ pull_request: z.object({ number: z.int() }).optional() });

/** Returns the change that this pipeline runs for, or the reason why it cannot comment on one. */
export async function findHost(inputs: Inputs): Promise<CodeHost | string> {
  return inputs.GITHUB_ACTIONS === undefined ? onGitLab(inputs) : onGitHub(inputs);
}

async function onGitHub(inputs: Inputs): Promise<CodeHost | string> {
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH: path } = inputs;
  if (path === undefined || repository === undefined) return 'this is no workflow of GitHub';
  const { pull_request: pull } = Event.parse(JSON.parse(await readFile(path, 'utf8')));
  if (pull === undefined) return 'this workflow is not about a pull request';
  if (token === undefined) return 'there is no token';
  return gitHubHost({ api: inputs.GITHUB_API_URL, repository, pull: pull.number, token });
}

function onGitLab(inputs: Inputs): CodeHost | string {
  const {
    CI_API_V4_URL: api,
    CI_PROJECT_ID: project,
    CI_MERGE_REQUEST_IID: mergeRequest,
    GITLAB_TOKEN: token,
  } = inputs;
  if (api === undefined || project === undefined) return 'this is no pipeline of GitLab';
  if (mergeRequest === undefined) return 'this pipeline is not about a merge request';
  if (token === undefined) return 'GITLAB_TOKEN is not set, and a job token may not comment';
  return gitLabHost({ api, project, mergeRequest, token });
}
