import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function RunsScreen(): ReactNode {
  return <PageHead title="Runs" />;
}
