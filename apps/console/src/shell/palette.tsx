import type { RunHead } from '@assay/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useState, type ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { runsQuery } from '../data/run-queries.ts';
import { nameRun } from '../format/run-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { PaletteAction } from './palette-actions.ts';
import { PLACES } from './places.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly actions: readonly PaletteAction[];
}

const MAX_RUNS = 8;
const GROUP =
  '**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-dim';

/** Everywhere one can go and everything one can do, by its name. */
export function Palette({ open, onOpenChange, actions }: PaletteProps): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const then: Then = (run) => () => {
    onOpenChange(false);
    run();
  };
  return (
    <Dialog title="Go to" open={open} onOpenChange={onOpenChange}>
      <Command label="Go to" className="-mt-2">
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="A place, something to do, the name of a run"
          className="h-10 w-full rounded-md border border-line bg-bg px-3"
        />
        <Command.List className="mt-2 h-80 overflow-auto">
          <Command.Group heading="Places" className={GROUP}>
            {PLACES.map(({ to, label, key }) => (
              <Entry key={to} hint={`g ${key}`} onSelect={then(() => navigate({ to }))}>
                {label}
              </Entry>
            ))}
          </Command.Group>
          <Command.Group heading="Do" className={GROUP}>
            {actions.map(({ label, hint, run }) => (
              <Entry key={label} hint={hint} onSelect={then(run)}>
                {label}
              </Entry>
            ))}
          </Command.Group>
          <FoundRuns typed={typed.trim()} then={then} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** What is chosen is done once the palette is gone. */
type Then = (run: () => unknown) => () => void;

interface FoundRunsProps {
  readonly typed: string;
  readonly then: Then;
}

function FoundRuns({ typed, then }: FoundRunsProps): ReactNode {
  const navigate = useNavigate();
  const { runs, now } = useRuns(typed);
  return (
    <Command.Group heading="Runs" forceMount className={GROUP}>
      {runs.map((run) => (
        <Entry
          key={run.run_id}
          value={`${run.test_name} ${run.model_id} ${run.run_id}`}
          onSelect={then(() =>
            navigate({ to: '/console/runs/$runId', params: { runId: run.run_id } }),
          )}
        >
          {nameRun(run, now)}
        </Entry>
      ))}
      {typed !== '' && (
        <Entry
          isAlways
          value="find runs"
          onSelect={then(() => navigate({ to: '/console/runs', search: { q: typed } }))}
        >
          {`Runs with “${typed}” in their name`}
        </Entry>
      )}
    </Command.Group>
  );
}

/** The service looks for runs by their names: it has more than the page. */
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
  /** There whatever is typed. */
  readonly isAlways?: boolean;
  readonly hint?: string | undefined;
  readonly onSelect: () => void;
  readonly children: string;
}

function Entry({ value, hint, isAlways = false, onSelect, children }: EntryProps): ReactNode {
  return (
    <Command.Item
      value={value ?? children}
      onSelect={onSelect}
      forceMount={isAlways}
      className="flex cursor-default justify-between gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-raised"
    >
      <span className="truncate">{children}</span>
      {hint && <kbd className="font-mono text-xs text-dim">{hint}</kbd>}
    </Command.Item>
  );
}
