import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readRuns } from '../../format/picked-runs.ts';
import { ChooseRuns } from './choose-runs.tsx';
import { ComparedRuns } from './compared-runs.tsx';

const route = getRouteApi('/console/compare');

/** Up to four runs beside each other, the first of them the baseline. */
export function CompareScreen(): ReactNode {
  const search = route.useSearch();
  const [baseline, ...candidates] = readRuns(search.runs);
  if (baseline === undefined || candidates.length === 0 || search.choose !== undefined) {
    return <ChooseRuns search={search} />;
  }
  return <ComparedRuns baseline={baseline} candidates={candidates} search={search} />;
}
