import type { ExportFormat, RunHead, RunState, RunView } from '@fairtrial/contracts';
import { formatCount, formatMany, formatWhen, RUN_STATE_LABELS } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { isOver } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Pill } from '../../parts/pill.tsx';
import { DatasetLink } from '../../parts/run/dataset-link.tsx';
import { PinButton, PinMark } from '../../parts/run/pin-button.tsx';
import { RunSelect } from '../../parts/run/run-select.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RunActions } from './actions/run-actions.tsx';

interface RunPageHeadProps {
  readonly run: RunView;
  readonly baseline: string | undefined;
  readonly onBaseline: (runId: string | undefined) => void;
}

const NO_BASELINE = 'none';
const FIXED = [{ value: NO_BASELINE, label: 'No baseline' }] as const;

export function RunPageHead({ run, baseline, onBaseline }: RunPageHeadProps): ReactNode {
  return (
    <PageHead
      title={run.test_name}
      crumbs={<Crumbs run={run} />}
      verdict={
        <>
          <RunStatePill state={run.state} />
          <PinMark run={run} />
          <Tags tags={run.tags} />
        </>
      }
      actions={
        <>
          <div className="grid w-52 shrink-0 grid-cols-[minmax(0,1fr)]">
            <RunSelect
              label="Compare with"
              prefix={baseline === undefined ? '' : 'vs '}
              fixed={FIXED}
              value={baseline ?? NO_BASELINE}
              except={run.run_id}
              onChange={(next) => onBaseline(next === NO_BASELINE ? undefined : next)}
            />
          </div>
          <PinButton run={run} />
          <ExportMenu run={run} />
          <RunActions run={run} />
          <Link to="/console/new" search={{ from: run.run_id }} className={PRIMARY_BUTTON}>
            Re-run
          </Link>
        </>
      }
    />
  );
}

function Tags({ tags }: Pick<RunHead, 'tags'>): ReactNode {
  return tags.map((tag) => (
    <Link
      key={tag}
      to="/console/runs"
      search={{ tag }}
      className="rounded-full border border-line px-2 text-[13px] wrap-anywhere text-dim hover:bg-raised"
    >
      {tag}
    </Link>
  ));
}

function Crumbs({ run }: { readonly run: RunView }): ReactNode {
  return (
    <>
      <Link to="/console/runs" className="hover:underline">
        Runs
      </Link>
      {' / '}
      {formatWhen(run.created_at)} · {describeSize(run)} · {run.model_id} @ {run.endpoint}
      <DatasetLink dataset={run.dataset} />
    </>
  );
}

/** With early stopping, scenarios differ in their number of attempts; with a simulated user, attempts in their length. */
function describeSize({ attempts, turns, result }: RunView): string {
  if (result?.sequential !== undefined) {
    return `at most ${formatMany(attempts, 'attempt')}, ${formatMany(turns.total, 'turn')}`;
  }
  if (result?.simulated_user !== undefined) {
    return `${formatMany(attempts, 'attempt')}, ${formatMany(turns.total, 'turn')}`;
  }
  const interactions = attempts > 0 ? Math.round(turns.total / attempts) : 0;
  return `${formatMany(interactions, 'interaction')} × ${formatMany(attempts, 'attempt')} = ${formatCount(turns.total)}`;
}

function RunStatePill({ state }: { readonly state: RunState }): ReactNode {
  const { tone, glyph, label } = RUN_STATE_LABELS[state];
  return (
    <Pill tone={tone} glyph={glyph}>
      {label}
    </Pill>
  );
}

const EXPORT_FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['json', 'JSON'],
  ['jsonl', 'JSON lines'],
  ['csv', 'CSV'],
  ['junit', 'JUnit'],
  ['md', 'Markdown'],
];

/** Saves the run as a file. It is fetched, because a link cannot send the API key. */
function ExportMenu({ run }: { readonly run: RunHead }): ReactNode {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  useKeys([{ keys: 'e', label: 'Export the run', run: () => setOpen(true) }]);
  if (!isOver(run.state)) return null;
  const save = async (format: ExportFormat): Promise<void> => {
    try {
      const response = await client.fetch('GET /runs/:run_id/export', {
        run_id: run.run_id,
        query: { format },
      });
      const name = /filename="([^"]+)"/.exec(
        response.headers.get('content-disposition') ?? '',
      )?.[1];
      saveFile(await response.blob(), name ?? `${run.run_id}.${format}`);
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <Menu
        label="Export"
        open={isOpen}
        onOpenChange={setOpen}
        items={EXPORT_FORMATS.map(([format, label]) => ({ label, run: () => void save(format) }))}
      />
      {fault && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </>
  );
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
