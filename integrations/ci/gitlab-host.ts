import { z } from 'zod';
import { callApi } from './call-api.ts';
import type { CodeHost, HostComment } from './code-host.ts';

interface GitLabPlace {
  readonly api: string;
  readonly project: string;
  readonly mergeRequest: string;
  readonly token: string;
}

const PAGE = 100;
const User = z.object({ id: z.int() });
const Notes = z.array(z.object({ id: z.int(), body: z.string(), author: User }));

/** Notes on a merge request. Lists only notes of the token's own user. */
export function gitLabHost({ api, project, mergeRequest, token }: GitLabPlace): CodeHost {
  const headers = { 'private-token': token };
  const place = `${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(mergeRequest)}`;
  const notes = `${api}/projects/${place}/notes`;
  return {
    async *comments(): AsyncGenerator<HostComment> {
      const { id: self } = User.parse(await callApi({ url: `${api}/user`, headers }));
      for (let page = 1; ; page += 1) {
        const url = `${notes}?per_page=${PAGE}&page=${page}&sort=asc`;
        const found = Notes.parse(await callApi({ url, headers }));
        for (const { id, body, author } of found) if (author.id === self) yield { id, body };
        if (found.length < PAGE) return;
      }
    },
    async create(body) {
      await callApi({ url: notes, headers, method: 'POST', body: { body } });
    },
    async update(id, body) {
      await callApi({ url: `${notes}/${id}`, headers, method: 'PUT', body: { body } });
    },
  };
}
