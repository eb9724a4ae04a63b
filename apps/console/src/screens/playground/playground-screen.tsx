import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';

export function PlaygroundScreen(): ReactNode {
  return <PageHead title="Playground" />;
}
