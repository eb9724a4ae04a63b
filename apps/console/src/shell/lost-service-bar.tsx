import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { isServiceLost, onServiceChange } from '../data/connection.ts';
import { RECOVERY_POLL_MS } from '../data/create-query-client.ts';
import { settingsQuery } from '../data/settings-query.ts';

/** Shows that the service does not answer, above the loaded content. Disappears when the service is back. */
export function LostServiceBar(): ReactNode {
  const isLost = useSyncExternalStore(onServiceChange, isServiceLost);
  // Polls a small resource, because the screen below may not send any request.
  useQuery({
    ...settingsQuery(useClient()),
    refetchInterval: isLost ? RECOVERY_POLL_MS : false,
  });
  if (!isLost) return null;
  return (
    <p
      role="status"
      className="sticky top-0 z-10 -mx-5 -mt-4 mb-4 border-b border-warn bg-warn-soft px-5 py-2 font-medium text-warn"
    >
      <span aria-hidden>↻ </span>
      The service does not answer; retrying … The data below may be out of date.
    </p>
  );
}
