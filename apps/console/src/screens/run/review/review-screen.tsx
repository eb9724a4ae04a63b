import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { queueQuery, type QueueQuery } from '../../../data/label-queries.ts';
import { Failure } from '../../../parts/failure.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { RUN_TABS, type RunTab } from '../run-search.ts';
import { useChangeRunSearch, useRunSearch } from '../use-run-search.ts';
import { Agreement } from './agreement.tsx';
import { Queue } from './queue.tsx';
import { StartForm } from './start-form.tsx';

interface ReviewProps {
  readonly runId: string;
}

/** The Review tab. The run is not loaded and not named, because labels must be blind to it. */
export function ReviewScreen({ runId }: ReviewProps): ReactNode {
  const onSearch = useChangeRunSearch();
  const leave = (tab: RunTab): void => {
    onSearch({ tab, sample: undefined, mixed_with: undefined, labels: undefined });
    // The page of the run replaces this one, including the focused tab.
    document.getElementById('main')?.focus();
  };
  return (
    <>
      <PageHead
        title="Review"
        crumbs={
          <Link to="/console/runs" className="hover:underline">
            Runs
          </Link>
        }
      />
      <Tabs<RunTab>
        label="Of this run"
        value="review"
        onChange={leave}
        tabs={RUN_TABS.map(([value, label]) => ({
          value,
          label,
          content: value === 'review' && <Review runId={runId} />,
        }))}
      />
    </>
  );
}

const DEFAULT_SAMPLE = 30;

/** One of three steps: choose what to label, label it, see how well the judge agrees. */
function Review({ runId }: ReviewProps): ReactNode {
  const { sample, mixed_with, labels } = useRunSearch();
  const onSearch = useChangeRunSearch();
  const [labeller, setLabeller] = useState(readLabeller);
  // Asked on every visit, because several people can share a browser.
  const [isStarted, setStarted] = useState(false);
  const initial = { labeller, n: sample ?? DEFAULT_SAMPLE, with: mixed_with };
  if (labels === 'agreement') {
    return (
      <Agreement runId={runId} labeller={labeller} onBack={() => onSearch({ labels: undefined })} />
    );
  }
  const onAgreement = (): void => onSearch({ labels: 'agreement' });
  if (isStarted) return <LoadedQueue query={{ runId, ...initial }} onAgreement={onAgreement} />;
  return (
    <StartForm
      runId={runId}
      initial={initial}
      onAgreement={onAgreement}
      onStart={(choice) => {
        writeLabeller(choice.labeller);
        setLabeller(choice.labeller);
        setStarted(true);
        onSearch({ sample: choice.n, mixed_with: choice.with });
      }}
    />
  );
}

interface LoadedQueueProps {
  readonly query: QueueQuery;
  readonly onAgreement: () => void;
}

function LoadedQueue({ query, onAgreement }: LoadedQueueProps): ReactNode {
  const { data, error, refetch } = useQuery(queueQuery(useClient(), query));
  if (data) return <Queue {...{ query, queue: data, onAgreement }} />;
  if (error === null) return <Skeleton label="the conversations" />;
  return (
    <Failure
      what="The conversations could not be loaded"
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

const STORAGE_KEY = 'fairtrial-labeller';

/** The name under which the last labels were given in this browser; empty if there are none. */
function readLabeller(): string {
  return window.localStorage.getItem(STORAGE_KEY) ?? '';
}

function writeLabeller(name: string): void {
  window.localStorage.setItem(STORAGE_KEY, name);
}
