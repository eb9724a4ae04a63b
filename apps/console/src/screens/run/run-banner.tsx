import type { Comparison, EvaluationResponse, GateVerdict, RunView } from '@assay/contracts';
import { GATE_LABELS } from '@assay/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOver } from '../../data/run-queries.ts';
import { shortId } from '../../format/run-names.ts';
import { TONE_CLASSES } from '../../parts/change.tsx';
import { HeadlineBanner } from '../../parts/headline-banner.tsx';
import { HeadlineLine } from '../../parts/headline-line.tsx';

interface RunBannerProps {
  readonly run: RunView;
  /** The run that is chosen to compare with. */
  readonly baseline: string | undefined;
  readonly comparison: Comparison | undefined;
}

/** The headline of a run with its gates, and that of another comparison if one was chosen. */
export function RunBanner({ run, baseline, comparison }: RunBannerProps): ReactNode {
  const own = run.overview?.verdict?.baseline_run_id;
  const isOther = baseline !== undefined && baseline !== own && isOver(run.state);
  return (
    <>
      <OwnHeadline run={run} />
      {isOther && (
        <HeadlineLine
          about={`Against run ${shortId(baseline)}`}
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

/** Which run the result is against, and why that one. */
function BaselineReason({ baseline: { run_id: runId, reason } }: BaselineReasonProps): ReactNode {
  return (
    <p className="mt-1 text-[13px] wrap-anywhere text-text">
      Baseline:{' '}
      {runId && (
        <Link to="/console/runs/$runId" params={{ runId }} className="underline">
          run {shortId(runId)}
        </Link>
      )}{' '}
      ({reason})
    </p>
  );
}

/** Every gate with its result and the sentence that explains it. */
function GateList({ gate }: { readonly gate: GateVerdict }): ReactNode {
  if (gate.gates.length === 0) return null;
  return (
    <ul aria-label="Gates" className="mt-2 grid gap-1 border-t border-line pt-2 text-[13px]">
      {gate.gates.map((finding, at) => {
        const { glyph, label, tone } = GATE_LABELS[finding.verdict];
        return (
          <li key={at} className="wrap-anywhere text-text">
            <span className={TONE_CLASSES[tone]}>
              <span aria-hidden>{glyph}</span> {label}
            </span>{' '}
            <code className="font-mono">{finding.gate}</code> {finding.sentence}
          </li>
        );
      })}
    </ul>
  );
}
