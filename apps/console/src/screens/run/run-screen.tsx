import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function RunScreen(): ReactNode {
  return <PageHead title="Run" />;
}
