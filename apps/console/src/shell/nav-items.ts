import { Activity, GitCompareArrows, List, MessageSquare, Play } from 'lucide-react';

/** The screens of the navigation; `key` follows `g`. */
export const NAV_ITEMS = [
  { to: '/', label: 'Overview', key: 'o', icon: Activity },
  { to: '/console/new', label: 'New run', key: 'n', icon: Play },
  { to: '/console/runs', label: 'Runs', key: 'r', icon: List },
  { to: '/console/compare', label: 'Compare', key: 'c', icon: GitCompareArrows },
  { to: '/console/playground', label: 'Playground', key: 'p', icon: MessageSquare },
] as const;
