import { parseJson } from '@assay/contracts';
import type { ConfigFault, Env } from '@assay/server';
import { z } from 'zod';

/** A server of tools, as the operator describes it. */
export interface McpServerConfig {
  readonly name: string;
  readonly url: string;
  /** The hash its tools must have; where it is absent, what they are at first. */
  readonly pin: string | undefined;
  /** Patterns that choose among its tools; none: all of them. */
  readonly tools: readonly string[];
  /** Whether it may be at a private address while the service itself is public. */
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
  'must be JSON like [{"name": "docs", "url": "https://…/mcp", "pin": "sha256:…", "tools": ["read_*", "!read_secrets"], "token_env": "DOCS_TOKEN"}]; name, url and nothing unknown';

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
      ({ name, token_env }) => `${name} wants its token from ${token_env}, which is not set`,
    ),
    ...twice.map(
      (name) => `${name} is the name of two servers, so their tools could not be told apart`,
    ),
  ];
  return { servers, faults: problems.map((problem) => ({ variable: 'MCP_SERVERS', problem })) };
}
