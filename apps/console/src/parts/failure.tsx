import { ApiError } from '@fairtrial/client';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface FailureProps {
  /** The failed action: "The run could not be loaded". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** A hint about what still works. */
  readonly children?: ReactNode;
}

export function Failure({ what, error, onRetry, children }: FailureProps): ReactNode {
  const { detail, requestId } = describe(error);
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad bg-surface p-4">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      <div className="grid min-w-0 gap-2">
        <p className="font-semibold">{what}</p>
        <p className="wrap-anywhere text-dim">{detail}</p>
        {requestId && (
          <p className="text-dim">
            Request id <code className="font-mono select-all">{requestId}</code>
          </p>
        )}
        {children}
        <div>
          <Button onClick={onRetry}>Retry</Button>
        </div>
      </div>
    </div>
  );
}

function describe(error: unknown): {
  readonly detail: string;
  readonly requestId: string | undefined;
} {
  if (error instanceof ApiError) return error;
  return { detail: error instanceof Error ? error.message : String(error), requestId: undefined };
}
