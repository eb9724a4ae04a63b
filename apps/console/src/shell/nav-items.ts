import { Activity, Database, List, MessageSquare, MessagesSquare, Settings } from 'lucide-react';

/** The entries of the navigation; `key` follows `g`. */
export const NAV_ITEMS = [
  { to: '/', label: 'Overview', key: 'o', icon: Activity },
  { to: '/console/runs', label: 'Runs', key: 'r', icon: List },
  { to: '/console/datasets', label: 'Datasets', key: 'd', icon: Database },
  { to: '/console/conversations', label: 'Conversations', key: 'v', icon: MessagesSquare },
  { to: '/console/playground', label: 'Playground', key: 'p', icon: MessageSquare },
  { to: '/console/settings', label: 'Settings', key: 's', icon: Settings },
] as const;

/** Screens for actions. They have keys and an entry in the palette, but none in the navigation. */
export const ACTION_ITEMS = [
  { to: '/console/new', label: 'New run', key: 'n' },
  { to: '/console/import', label: 'Import tests', key: 'i' },
  { to: '/console/compare', label: 'Compare runs', key: 'c' },
] as const;
