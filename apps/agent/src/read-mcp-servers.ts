import { parseJson } from '@fairtrial/contracts';
import type { ConfigFault, Env } from '@fairtrial/server';
import { z } from 'zod';

/** An MCP server from the configuration. */
export interface McpServerConfig {
  readonly name: string;
  readonly url: string;
  /** The required hash of its tools; if absent, the hash found first is pinned. */
  readonly pin: string | undefined;
  /** Patterns that select its tools; an empty list selects all. */
  readonly tools: readonly string[];
  /** True if it may be at a private address while this service is public. */
  readonly allowPrivate: boolean;
  readonly token: string | undefined;
}

const Servers = z.array(
  z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9-]{1,20}$/),
    url: z.url({ protocol: /^https?$/ }),
    pin: z.string().startsWith('sha256:').optional(),
    tools: z
      .array(z.string().regex(/^!?[^!]/))
      .min(1)
      .default([]),
    allow_private: z.boolean().default(false),
    token_env: z.string().optional(),
  }),
);

const SHAPE =
  'must be JSON like [{"name": "docs", "url": "https://…/mcp", "pin": "sha256:…", "tools": ["read_*", "!read_secrets"], "token_env": "DOCS_TOKEN"}]; name and url are required, and unknown fields are refused';

export function readMcpServers(env: Env): {
  readonly servers: readonly McpServerConfig[];
  readonly faults: readonly ConfigFault[];
} {
  const text = env['MCP_SERVERS']?.trim() || '[]';
  const { data } = Servers.safeParse(parseJson(text));
  if (data === undefined) {
    return { servers: [], faults: [{ variable: 'MCP_SERVERS', problem: SHAPE }] };
  }
  const servers = data.map(
    ({ allow_private: allowPrivate, token_env: tokenEnv, pin, ...server }) => ({
      ...server,
      pin,
      allowPrivate,
      token: tokenEnv === undefined ? undefined : env[tokenEnv],
    }),
  );
  const names = data.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  const missing = data.filter(({ token_env }) => token_env !== undefined && !env[token_env]);
  const problems = [
    ...missing.map(
      ({ name, token_env }) => `${name} reads its token from ${token_env}, which is not set`,
    ),
    ...twice.map((name) => `two servers are named ${name}; each name must be unique`),
  ];
  return { servers, faults: problems.map((problem) => ({ variable: 'MCP_SERVERS', problem })) };
}
