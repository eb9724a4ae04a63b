import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function InteractionScreen(): ReactNode {
  return <PageHead title="Interaction" />;
}
