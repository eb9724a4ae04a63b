import type { LabelReport } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { labelReportQuery } from '../../../data/label-queries.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { WarningList } from '../../../parts/run/warning-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { AgreementTables } from './agreement-tables.tsx';
import { Disagreements } from './disagreements.tsx';
import { RateTiles } from './rate-tiles.tsx';

interface AgreementProps {
  readonly runId: string;
  readonly labeller: string;
  readonly onBack: () => void;
}

/** How well the judge agrees with people, the pass rate by people, and where they disagree. */
export function Agreement({ runId, labeller, onBack }: AgreementProps): ReactNode {
  const { data, error, refetch } = useQuery(labelReportQuery(useClient(), runId));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          Agreement of people and judge
        </h2>
        <Button onClick={onBack}>Back to labelling</Button>
      </div>
      {data && <Report {...{ runId, labeller, report: data }} />}
      {!data && error === null && <Skeleton label="the agreement" />}
      {!data && error && (
        <Failure
          what="The agreement could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

interface ReportProps extends Pick<AgreementProps, 'runId' | 'labeller'> {
  readonly report: LabelReport;
}

function Report({ runId, labeller, report }: ReportProps): ReactNode {
  if (report.labels.length === 0) {
    return <Empty>No conversation of this run has a label yet.</Empty>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <WarningList texts={report.warnings} />
      <RateTiles report={report} />
      <AgreementTables report={report} />
      <Disagreements {...{ runId, labeller, report }} />
    </div>
  );
}
