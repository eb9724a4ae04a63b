import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Failure } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

const SKELETON_BLOCKS = ['h-96'] as const;

interface PagedListProps {
  /** What is listed, in the plural. */
  readonly what: string;
  readonly found: UseInfiniteQueryResult;
  readonly count: number;
  /** Shown if there is nothing to list. */
  readonly empty?: ReactNode;
  /** The text of the button that loads the next page. */
  readonly more: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list that is loaded page by page, or why there is none. */
export function PagedList(props: PagedListProps): ReactNode {
  const { what, found, count, empty, more, children } = props;
  return (
    <>
      {found.isPending && <Skeleton label={`the ${what}`} blocks={SKELETON_BLOCKS} />}
      {found.isError && count === 0 && (
        <Failure
          what={`The ${what} could not be loaded`}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && count === 0 && empty}
      {count > 0 && children}
      <LoadMore found={found}>{more}</LoadMore>
    </>
  );
}

interface LoadMoreProps {
  readonly found: UseInfiniteQueryResult;
  readonly children: ReactNode;
}

/** Loads the next page; not rendered after the last one. */
export function LoadMore({ found, children }: LoadMoreProps): ReactNode {
  if (!found.hasNextPage) return null;
  return (
    <Button
      className="mt-3"
      disabled={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
