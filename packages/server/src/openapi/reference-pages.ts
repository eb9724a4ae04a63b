import reference from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import { createHash } from 'node:crypto';

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The pages are a plugin, which a server that listens already no longer takes. They are therefore a server of their own. */
const pages = fastify({ routerOptions: { ignoreTrailingSlash: true } });
pages.register(reference, {
  routePrefix: '/reference',
  configuration: {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});

const SENT = ['content-type', 'location'];

/** Returns the page at this path, or its script. */
export async function readReference(url: string): Promise<Page> {
  const { statusCode, headers, body } = await pages.inject(url);
  const sent = SENT.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const isPage = String(headers['content-type']).startsWith('text/html');
  return {
    status: statusCode,
    headers: {
      ...Object.fromEntries(sent),
      ...(isPage && { 'content-security-policy': pagePolicy(body) }),
    },
    body,
  };
}

/**
 * The reference page loads nothing from other hosts, and runs only its script file and its inline scripts. That script
 * generates the styles, so they cannot be listed.
 */
function pagePolicy(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
