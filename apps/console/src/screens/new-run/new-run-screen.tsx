import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function NewRunScreen(): ReactNode {
  return <PageHead title="New run" />;
}
