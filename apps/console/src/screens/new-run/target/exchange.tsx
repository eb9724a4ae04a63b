import type { TestCallResult } from '@fairtrial/contracts';
import type { ReactNode } from 'react';

/** The request of a test call and its response. */
export function Exchange({ result }: { readonly result: TestCallResult }): ReactNode {
  const { request, response, outcome } = result;
  if (request === null) return null;
  const { method, url, headers, body } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <details open={outcome !== 'answered'} className="w-full">
      <summary className="w-fit cursor-pointer text-[13px] font-medium">
        Request and response
      </summary>
      <div className="mt-2 grid gap-3 lg:grid-cols-2">
        <Message
          title="Request"
          text={[`${method} ${url}`, ...lines, '', indent(body ?? '')].join('\n').trimEnd()}
        />
        {response && (
          <Message title="Response" text={`HTTP ${response.status}\n\n${indent(response.body)}`} />
        )}
      </div>
    </details>
  );
}

function Message({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 text-[13px] font-medium">{title}</h3>
      {/* Focusable, so that it can be scrolled without a mouse. */}
      <pre
        tabIndex={0}
        aria-label={`${title} as text`}
        className="max-h-64 overflow-auto rounded-md border border-line bg-bg p-2 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </section>
  );
}

/** Indents JSON; any other text, such as a stream or a cut body, stays as it is. */
function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
