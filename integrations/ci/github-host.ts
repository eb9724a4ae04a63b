import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { CodeHost, HostComment } from './code-host.ts';

interface GitHubPlace {
  readonly api: string;
  readonly repository: string;
  readonly pull: number;
  readonly token: string;
}

const PAGE = 100;
const Comments = z.array(
  z.object({
    id: z.int(),
    body: z.string().nullish(),
    user: z.object({ type: z.string() }).nullish(),
  }),
);

/** Comments on a pull request. Lists only comments of bots, because a workflow's token belongs to one. */
export function gitHubHost({ api, repository, pull, token }: GitHubPlace): CodeHost {
  const headers = { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
  const issues = `${api}/repos/${repository}/issues`;
  return {
    async *comments(): AsyncGenerator<HostComment> {
      for (let page = 1; ; page += 1) {
        const url = `${issues}/${pull}/comments?per_page=${PAGE}&page=${page}`;
        const found = Comments.parse(await callApi({ url, headers }));
        for (const { id, body, user } of found)
          if (user?.type === 'Bot') yield { id, body: body ?? '' };
        if (found.length < PAGE) return;
      }
    },
    async create(body) {
      await callApi({ url: `${issues}/${pull}/comments`, headers, method: 'POST', body: { body } });
    },
    async update(id, body) {
      await callApi({ url: `${issues}/comments/${id}`, headers, method: 'PATCH', body: { body } });
    },
  };
}
