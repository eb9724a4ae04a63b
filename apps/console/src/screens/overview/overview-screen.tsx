import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function OverviewScreen(): ReactNode {
  return <PageHead title="Overview" />;
}
