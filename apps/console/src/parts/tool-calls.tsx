import type { ToolCall } from '@fairtrial/contracts';
import { FAILED_CALL, formatArguments } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { StatusMark } from './status-mark.tsx';

/** The tool calls of a reply in their order; calls that the endpoint reports as failed are marked. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }): ReactNode {
  return (
    <ol className="grid gap-1 text-[13px]">
      {calls.map(({ name, arguments: value, failed }, at) => (
        <li key={at} className="wrap-anywhere">
          <span className="font-mono">
            <bdi>{name}</bdi> <bdi className="text-dim">{formatArguments(value)}</bdi>
          </span>{' '}
          {failed === true && <StatusMark status={FAILED_CALL} />}
        </li>
      ))}
    </ol>
  );
}
