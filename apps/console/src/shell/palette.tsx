import type { RunHead } from '@assay/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useState, type ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { runsQuery } from '../data/run-queries.ts';
import { nameRun } from '../format/run-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ACTION_ITEMS, NAV_ITEMS } from './nav-items.ts';

interface PaletteAction {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly actions: readonly PaletteAction[];
}

const MAX_RUNS = 8;
const GROUP =
  '**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-dim';

/** The command palette: opens screens and runs, and runs actions. */
export function Palette({ open, onOpenChange, actions }: PaletteProps): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const runAndClose: RunAndClose = (run) => () => {
    onOpenChange(false);
    run();
  };
  return (
    <Dialog title="Go to" open={open} onOpenChange={onOpenChange}>
      <Command label="Go to" className="-mt-2">
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="Page, action or name of a run"
          className="h-10 w-full rounded-md border border-line bg-bg px-3"
        />
        <Command.List className="mt-2 h-80 overflow-auto">
          <Command.Group heading="Pages" className={GROUP}>
            {NAV_ITEMS.map(({ to, label, key }) => (
              <Entry key={to} hint={`g ${key}`} onSelect={runAndClose(() => navigate({ to }))}>
                {label}
              </Entry>
            ))}
          </Command.Group>
          <Command.Group heading="Actions" className={GROUP}>
            {ACTION_ITEMS.map(({ to, label, key }) => (
              <Entry key={to} hint={`g ${key}`} onSelect={runAndClose(() => navigate({ to }))}>
                {label}
              </Entry>
            ))}
            {actions.map(({ label, hint, run }) => (
              <Entry key={label} hint={hint} onSelect={runAndClose(run)}>
                {label}
              </Entry>
            ))}
          </Command.Group>
          <FoundRuns typed={typed.trim()} runAndClose={runAndClose} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Runs the chosen command after closing the palette. */
type RunAndClose = (run: () => unknown) => () => void;

interface FoundRunsProps {
  readonly typed: string;
  readonly runAndClose: RunAndClose;
}

function FoundRuns({ typed, runAndClose }: FoundRunsProps): ReactNode {
  const navigate = useNavigate();
  const { runs, now } = useRuns(typed);
  return (
    <Command.Group heading="Runs" forceMount className={GROUP}>
      {runs.map((run) => (
        <Entry
          key={run.run_id}
          value={`${run.test_name} ${run.model_id} ${run.run_id}`}
          onSelect={runAndClose(() =>
            navigate({ to: '/console/runs/$runId', params: { runId: run.run_id } }),
          )}
        >
          {nameRun(run, now)}
        </Entry>
      ))}
      {typed !== '' && (
        <Entry
          alwaysShown
          value="find runs"
          onSelect={runAndClose(() => navigate({ to: '/console/runs', search: { q: typed } }))}
        >
          {`Runs with “${typed}” in their name`}
        </Entry>
      )}
    </Command.Group>
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

interface EntryProps {
  readonly value?: string;
  /** Shown for any input. */
  readonly alwaysShown?: boolean;
  readonly hint?: string | undefined;
  readonly onSelect: () => void;
  readonly children: string;
}

function Entry({ value, hint, alwaysShown = false, onSelect, children }: EntryProps): ReactNode {
  return (
    <Command.Item
      value={value ?? children}
      onSelect={onSelect}
      forceMount={alwaysShown}
      className="flex cursor-default justify-between gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-raised"
    >
      <span className="truncate">{children}</span>
      {hint && <kbd className="font-mono text-xs text-dim">{hint}</kbd>}
    </Command.Item>
  );
}
