import type { AgentMessage } from '@assay/contracts';

interface CurlOptions {
  readonly url: string;
  readonly model: string;
  readonly messages: readonly AgentMessage[];
  /** The agent backend wants a key; the command takes it from the shell. */
  readonly hasKey: boolean;
}

/** The same question in a shell. Whatever a text holds, it is nothing but text there. */
export function toCurl({ url, model, messages, hasKey }: CurlOptions): string {
  const told = messages.map(({ type, content }) => ({ type, content }));
  return [
    `curl -N ${quote(`${url.replace(/\/+$/, '')}/?stream=true`)}`,
    ...(hasKey ? ['-H "authorization: Bearer $ASSAY_API_KEY"'] : []),
    `-H ${quote(`x-model-id: ${model}`)}`,
    `-H 'content-type: application/json'`,
    `-d ${quote(JSON.stringify({ messages: told }))}`,
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
