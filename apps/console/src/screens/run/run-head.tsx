import type { Comparison, RunHead, RunView } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, formatMany } from '../../format/numbers.ts';
import { nameRun, shortId } from '../../format/run-names.ts';
import { formatWhen } from '../../format/when.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { RunStatePill } from '../../parts/run-state.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportMenu } from './export-menu.tsx';
import { VerdictPill } from './verdict-pill.tsx';

interface RunPageHeadProps {
  readonly run: RunView;
  readonly comparison: Comparison | undefined;
  /** What it can be compared with. */
  readonly others: readonly RunHead[];
  readonly baseline: string | undefined;
  readonly onBaseline: (runId: string | undefined) => void;
  readonly now: number;
}

const NO_BASELINE = 'none';

export function RunPageHead(props: RunPageHeadProps): ReactNode {
  const { run, comparison, others, baseline, onBaseline, now } = props;
  const options = [
    { value: NO_BASELINE, label: 'No baseline' },
    ...(baseline !== undefined && !others.some(({ run_id }) => run_id === baseline)
      ? [{ value: baseline, label: `run ${shortId(baseline)}` }]
      : []),
    ...others.map((one) => ({ value: one.run_id as string, label: nameRun(one, now) })),
  ];
  return (
    <PageHead
      title={run.test_name}
      crumbs={<Crumbs run={run} />}
      verdict={
        comparison ? <VerdictPill comparison={comparison} /> : <RunStatePill state={run.state} />
      }
      actions={
        <>
          <div className="grid w-52">
            <Select
              label="Compare with"
              prefix={baseline === undefined ? '' : 'vs '}
              options={options}
              value={baseline ?? NO_BASELINE}
              onChange={(next) => onBaseline(next === NO_BASELINE ? undefined : next)}
            />
          </div>
          <ExportMenu run={run} />
          <Link to="/console/new" search={{ from: run.run_id }} className={PRIMARY_BUTTON}>
            Re-run
          </Link>
        </>
      }
    />
  );
}

function Crumbs({ run }: { readonly run: RunView }): ReactNode {
  const interactions = run.attempts > 0 ? Math.round(run.turns.total / run.attempts) : 0;
  return (
    <>
      <Link to="/console/runs" className="hover:underline">
        Runs
      </Link>
      {' / '}
      <span title={run.run_id}>{shortId(run.run_id)}</span> · {formatWhen(run.created_at)} ·{' '}
      {formatMany(interactions, 'interaction')} × {formatMany(run.attempts, 'attempt')} ={' '}
      {formatCount(run.turns.total)} · {run.model_id} @ {run.endpoint}
    </>
  );
}
