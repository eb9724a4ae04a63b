import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function CompareScreen(): ReactNode {
  return <PageHead title="Compare" />;
}
