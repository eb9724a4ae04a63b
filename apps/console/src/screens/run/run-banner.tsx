import type { Comparison, EvaluationResponse, RunView } from '@fairtrial/contracts';
import { formatWhen } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { isOver, runQuery } from '../../data/run-queries.ts';
import { shortId } from '../../format/run-names.ts';
import { HeadlineBanner } from '../../parts/run/headline-banner.tsx';
import { GateList } from '../../parts/run/gate-list.tsx';
import { HeadlineLine } from '../../parts/run/headline-line.tsx';

interface RunBannerProps {
  readonly run: RunView;
  /** The run chosen for comparison. */
  readonly baseline: string | undefined;
  readonly comparison: Comparison | undefined;
}

/** The headline of a run with its gates, and that of another comparison if one was chosen. */
export function RunBanner({ run, baseline, comparison }: RunBannerProps): ReactNode {
  const own = run.overview?.verdict?.baseline_run_id;
  const otherName = useRunName(baseline ?? '');
  const isOther = baseline !== undefined && baseline !== own && isOver(run.state);
  return (
    <>
      <OwnHeadline run={run} />
      {isOther && (
        <HeadlineLine
          about={`Against ${otherName}`}
          headline={comparison?.headline}
          missing="comparing …"
        />
      )}
    </>
  );
}

function OwnHeadline({ run: { result, overview } }: Pick<RunBannerProps, 'run'>): ReactNode {
  const headline = result?.headline ?? overview?.headline;
  if (headline === undefined) return null;
  return (
    <HeadlineBanner label="Result of the run" headline={headline}>
      {result?.baseline && <BaselineReason baseline={result.baseline} />}
      {result?.gate && <GateList gate={result.gate} />}
    </HeadlineBanner>
  );
}

interface BaselineReasonProps {
  readonly baseline: NonNullable<EvaluationResponse['baseline']>;
}

/** The baseline of the result, and the reason for its choice. */
function BaselineReason({ baseline: { run_id: runId, reason } }: BaselineReasonProps): ReactNode {
  return (
    <p className="mt-1 text-[13px] wrap-anywhere text-text">
      Baseline:{' '}
      {runId && (
        <Link to="/console/runs/$runId" params={{ runId }} className="underline">
          <RunName runId={runId} />
        </Link>
      )}{' '}
      ({reason})
    </p>
  );
}

function RunName({ runId }: { readonly runId: string }): ReactNode {
  return useRunName(runId);
}

/** The test, model and time of a run; its id while these are loading or if the run was deleted. */
function useRunName(runId: string): string {
  const { data } = useQuery({ ...runQuery(useClient(), runId), enabled: runId !== '' });
  if (data === undefined) return `run ${shortId(runId)}`;
  return `${data.test_name}, ${data.model_id}, ${formatWhen(data.created_at)}`;
}
