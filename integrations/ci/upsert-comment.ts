import type { CodeHost } from './code-host.ts';

/** One comment by that name on a change: written at first, changed in place ever after. */
export async function upsertComment(
  host: CodeHost,
  name: string,
  text: string,
): Promise<'created' | 'updated'> {
  const marker = `<!-- assay: ${name} -->`;
  const body = `${marker}\n${text}`;
  for await (const comment of host.comments()) {
    if (!comment.body.startsWith(marker)) continue;
    await host.update(comment.id, body);
    return 'updated';
  }
  await host.create(body);
  return 'created';
}
