import type { Disagreement, LabelReport, TestBatch } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { isOver, requestQuery, runQuery } from '../../../data/run-queries.ts';
import { Failure } from '../../../parts/failure.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { CELL, HIDDEN_NAME, Table, TableRow } from '../../../parts/table.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeCheckDialog } from './change-check-dialog.tsx';
import { describeDisagreement, listScenarios, visibleDisagreements } from './disagreement-rows.ts';

interface DisagreementsProps {
  readonly runId: string;
  readonly labeller: string;
  readonly report: LabelReport;
}

/** Attempts and checks that people and judge decide differently. Each leads to a better check. */
export function Disagreements({ runId, labeller, report }: DisagreementsProps): ReactNode {
  const { data, error, refetch } = useQuery(requestQuery(useClient(), runId));
  const [changed, setChanged] = useState<Disagreement>();
  const [rescores, setRescores] = useState(0);
  const { rows, hidden } = visibleDisagreements(report, labeller);
  if (error) {
    return (
      <Failure what="The checks could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton label="the disagreements" blocks={BLOCKS} />;
  const scenarios = listScenarios(data);
  return (
    <section aria-label="Disagreements">
      <h3 className="mb-2 font-semibold">
        Disagreements ({formatCount(report.disagreement_count)})
      </h3>
      {rescores > 0 && <RescoreStatus key={rescores} runId={runId} />}
      {hidden > 0 && (
        <p className="mb-2 text-dim">
          {formatCount(hidden)} more appear when you have labelled all your conversations.
        </p>
      )}
      {rows.length > 0 && (
        <Table caption="Disagreements of people and judge" columns={COLUMNS}>
          {rows.map((row, at) => (
            <Row key={at} {...{ runId, row, scenarios }} onChange={() => setChanged(row)} />
          ))}
        </Table>
      )}
      {changed && (
        <ChangeCheckDialog
          {...{ runId, scenarios }}
          disagreement={changed}
          onClose={() => setChanged(undefined)}
          onRescore={() => setRescores(rescores + 1)}
        />
      )}
    </section>
  );
}

const BLOCKS = ['h-40'] as const;
const COLUMNS = [
  ['Conversation'],
  ['About'],
  ['People'],
  ['Judge'],
  ['Notes'],
  ['Action', HIDDEN_NAME],
] as const;

interface RowProps {
  readonly runId: string;
  readonly row: Disagreement;
  readonly scenarios: readonly TestBatch[];
  readonly onChange: () => void;
}

function Row({ runId, row, scenarios, onChange }: RowProps): ReactNode {
  const { scenario, attempt } = row.position;
  const { conversation, about } = describeDisagreement(row, scenarios);
  return (
    <TableRow>
      <th scope="row" className={`${CELL} min-w-36 text-left font-medium wrap-anywhere`}>
        <Link
          to="/console/runs/$runId/$scenario/$turn"
          params={{ runId, scenario: String(scenario), turn: '0' }}
          search={{ attempt }}
          className="underline"
        >
          {conversation}
        </Link>
      </th>
      <td className={`${CELL} min-w-36 wrap-anywhere`}>{about}</td>
      <VerdictCell passed={row.label_passed} />
      <VerdictCell passed={row.judge_passed} />
      <td className={`${CELL} wrap-anywhere`}>{row.notes.join(' · ')}</td>
      <td className={CELL}>
        <Button aria-label={`Change this check: ${about}, ${conversation}`} onClick={onChange}>
          Change this check
        </Button>
      </td>
    </TableRow>
  );
}

/** Without a colour: neither side is known to be right. */
function VerdictCell({ passed }: { readonly passed: boolean }): ReactNode {
  return <td className={`${CELL} whitespace-nowrap`}>{passed ? '✓ pass' : '✗ fail'}</td>;
}

/** Says whether a rescore is finished, and then reloads the agreement. */
function RescoreStatus({ runId }: { readonly runId: string }): ReactNode {
  const queries = useQueryClient();
  const { data } = useQuery(runQuery(useClient(), runId));
  const isDone = data !== undefined && isOver(data.state);
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['label-report', runId] });
  }, [queries, runId, isDone]);
  return (
    <p role="status" className="mb-2">
      {isDone ? (
        <>
          ✓ The run was scored again with the changed check.{' '}
          <Link to="/console/runs/$runId" params={{ runId }} className="underline">
            Results
          </Link>
        </>
      ) : (
        'The run is being scored again with the changed check …'
      )}
    </p>
  );
}
