import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { settingsQuery } from '../data/settings-query.ts';

/** Nobody is to take numbers of simulated models for real ones. */
export function SimulatedMark(): ReactNode {
  const { data } = useQuery(settingsQuery(useClient()));
  if (data?.simulated !== true) return null;
  return (
    <p
      title="The models are simulated"
      className="flex items-center gap-2 rounded-md bg-warn-soft px-2 py-1 text-[13px] font-medium text-warn"
    >
      <FlaskConical size={16} className="shrink-0" aria-hidden />
      <span className="max-md:sr-only">Simulated</span>
    </p>
  );
}
