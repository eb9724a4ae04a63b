import type { CodeHost } from './code-host.ts';

/** Creates the comment with this name on a change, or updates it in place if it exists. */
export async function upsertComment(
  host: CodeHost,
  name: string,
  text: string,
): Promise<'created' | 'updated'> {
  const marker = `<!-- fairtrial: ${name} -->`;
  const body = `${marker}\n${text}`;
  for await (const comment of host.comments()) {
    if (!comment.body.startsWith(marker)) continue;
    await host.update(comment.id, body);
    return 'updated';
  }
  await host.create(body);
  return 'created';
}
