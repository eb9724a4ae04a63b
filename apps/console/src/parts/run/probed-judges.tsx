import type { ProbedJudge } from '@fairtrial/contracts';
import { formatCount, formatShare, formatWhen } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Line, LineGroup } from '../line-group.tsx';

/** How many planted faults each judge finds: a judge that misses them gives scores that are too high. */
export function ProbedJudges({ judges }: { readonly judges: readonly ProbedJudge[] }): ReactNode {
  return judges.map(({ model, prompt_digest: digest, probe }) => (
    <LineGroup key={`${model} ${digest}`} title={`Planted faults that ${model} finds`}>
      {probe === null ? (
        <Line label="Probe">not yet: the judge is probed before it judges for the first time</Line>
      ) : (
        <Probe probe={probe} />
      )}
      <Line label="Prompt">
        <code className="font-mono text-[13px]">{digest}</code>
      </Line>
    </LineGroup>
  ));
}

type ProbeResult = NonNullable<ProbedJudge['probe']>;

function Probe({ probe }: { readonly probe: ProbeResult }): ReactNode {
  const { false_alarms: alarms } = probe;
  return (
    <>
      {Object.entries(probe.by_fault).map(([fault, { asked, hit }]) => (
        <Line key={fault} label={faultLabel(fault)}>
          <span className={hit < asked ? 'text-warn' : ''}>{formatHits({ asked, hit })}</span>
        </Line>
      ))}
      <Line label="Correct replies marked as wrong">
        <span className={alarms.hit > 0 ? 'text-warn' : ''}>{formatHits(alarms)}</span>
      </Line>
      <Line label="Probed">
        {formatWhen(probe.probed_at)}, {formatCount(probe.items)} questions
      </Line>
    </>
  );
}

/** 7 of 8 (87.5%) */
function formatHits({ asked, hit }: ProbeResult['false_alarms']): string {
  const share = asked === 0 ? '' : ` (${formatShare(hit / asked)})`;
  return `${formatCount(hit)} of ${formatCount(asked)}${share}`;
}

const FAULT_LABELS: ReadonlyMap<string, string> = new Map([
  ['number', 'Wrong number'],
  ['unit', 'Wrong unit'],
  ['negation', 'Negated statement'],
  ['promise', 'Invented promise'],
  ['verbosity', 'Long text without the answer'],
  ['injection', 'Instructions for the judge'],
]);

/** Describes a planted fault; faults of newer versions have their name in the API. */
function faultLabel(fault: string): string {
  return FAULT_LABELS.get(fault) ?? fault;
}
