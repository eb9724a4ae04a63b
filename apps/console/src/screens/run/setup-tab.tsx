import type { EvaluationRequest, RunView, TestBatch } from '@fairtrial/contracts';
import { formatCount, formatMany } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { requestQuery } from '../../data/run-queries.ts';
import { describeTarget } from '../../format/describe-target.ts';
import { Failure } from '../../parts/failure.tsx';
import { ProbedJudges } from '../../parts/run/probed-judges.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';

const MAX_SHOWN_CHARACTERS = 100_000;

/** The exact request, with every default filled in, and how well its judges find faults. */
export function SetupTab({ run }: { readonly run: RunView }): ReactNode {
  const { run_id: runId, result } = run;
  const { data, error, refetch } = useQuery(requestQuery(useClient(), runId, false));
  if (error) {
    return (
      <Failure
        what="The request could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton label="the request" />;
  const json = JSON.stringify(data, null, 2);
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 rounded-lg border border-line bg-surface p-4">
        {[['run id', runId] as const, ...requestSettings(data)].map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-dim">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <ProbedJudges judges={result?.judges ?? []} />
      <section aria-label="Request" className="rounded-lg border border-line bg-surface">
        <header className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
          <h2 className="font-semibold">POST /evaluate</h2>
          <CopyButton text={json} />
        </header>
        {/* Focusable, so that it can be scrolled without a mouse. */}
        <pre
          tabIndex={0}
          aria-label="The request as JSON"
          className="max-h-[60vh] overflow-auto p-4 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap"
        >
          {json.length > MAX_SHOWN_CHARACTERS
            ? `${json.slice(0, MAX_SHOWN_CHARACTERS)}\n… copy it for the rest`
            : json}
        </pre>
      </section>
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy'}</Button>;
}

/** The size of the batch and every other field of a request, as names and values. */
function requestSettings(request: EvaluationRequest): readonly (readonly [string, string])[] {
  const { test_batch, target, ...rest } = request;
  return [
    ...(test_batch === undefined ? [] : [['batch', formatBatch([test_batch].flat())] as const]),
    ...Object.entries(rest).map(([name, value]) => [name, formatField(value)] as const),
    ...targetSettings(target),
  ];
}

function formatBatch(batches: readonly TestBatch[]): string {
  const interactions = batches.reduce((sum, batch) => sum + batch.interactions.length, 0);
  const simulated = batches.filter(({ user }) => user).length;
  const size = `${formatMany(batches.length, 'scenario')}, ${formatMany(interactions, 'interaction')}`;
  return simulated === 0 ? size : `${size}, ${formatCount(simulated)} with a simulated user`;
}

function targetSettings(
  target: EvaluationRequest['target'],
): readonly (readonly [string, string])[] {
  if (target === undefined || typeof target === 'string') return target ? [['target', target]] : [];
  return describeTarget(target).map(([name, value]) => [`target: ${name}`, value]);
}

function formatField(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
