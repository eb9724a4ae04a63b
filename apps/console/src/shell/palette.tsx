import type { RunHead } from '@fairtrial/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { runsQuery } from '../data/run-queries.ts';
import { nameRun } from '../format/run-names.ts';
import { CommandList, type Command } from '../ui/command-list.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ACTION_ITEMS, NAV_ITEMS } from './nav-items.ts';
import { setTheme } from './theme.tsx';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

const MAX_RUNS = 8;
const THEMES: readonly Command[] = [
  { label: 'Light theme', run: () => setTheme('light') },
  { label: 'Dark theme', run: () => setTheme('dark') },
  { label: 'System theme', run: () => setTheme('system') },
];

/** The command palette: opens screens and runs, and runs actions. */
export function Palette({ onClose, onKeys }: PaletteProps): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const { runs, now } = useRuns(name);
  const pageCommand = (item: (typeof NAV_ITEMS | typeof ACTION_ITEMS)[number]): Command => ({
    label: item.label,
    hint: `g ${item.key}`,
    run: () => void navigate({ to: item.to }),
  });
  const runCommand = (run: RunHead): Command => ({
    label: nameRun(run, now),
    keywords: `${run.test_name} ${run.model_id} ${run.run_id}`,
    run: () => void navigate({ to: '/console/runs/$runId', params: { runId: run.run_id } }),
  });
  const search: Command = {
    label: `Runs with “${name}” in their name`,
    alwaysShown: true,
    run: () => void navigate({ to: '/console/runs', search: { q: name } }),
  };
  const groups = [
    { value: 'Pages', items: NAV_ITEMS.map(pageCommand) },
    {
      value: 'Actions',
      items: [
        ...ACTION_ITEMS.map(pageCommand),
        { label: 'Keys', hint: '?', run: onKeys },
        ...THEMES,
      ],
    },
    { value: 'Runs', items: [...runs.map(runCommand), ...(name === '' ? [] : [search])] },
  ];
  return (
    <Dialog title="Go to" open onOpenChange={onClose}>
      <div className="-mt-2">
        <CommandList
          label="Go to"
          placeholder="Page, action or name of a run"
          typed={typed}
          onType={setTyped}
          groups={groups}
          onRun={({ run }) => {
            onClose();
            run();
          }}
        />
      </div>
    </Dialog>
  );
}

/** Searches runs by name on the service, which knows more runs than the page has loaded. */
function useRuns(typed: string): { readonly runs: readonly RunHead[]; readonly now: number } {
  const q = typed || undefined;
  const { data, dataUpdatedAt } = useInfiniteQuery({
    ...runsQuery(useClient(), { q }),
    placeholderData: keepPreviousData,
  });
  return { runs: data?.pages[0]?.runs.slice(0, MAX_RUNS) ?? [], now: dataUpdatedAt };
}
