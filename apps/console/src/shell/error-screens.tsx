import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PLAIN_BUTTON } from '../ui/button.tsx';

export function NotFoundScreen(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty
        action={
          <Link to="/" className={PLAIN_BUTTON}>
            Go to the overview
          </Link>
        }
      >
        There is no page at this address.
      </Empty>
    </>
  );
}

/** Shown if a screen throws. The navigation still works. */
export function ScreenError({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <Failure what="This page crashed" error={error} onRetry={reset}>
      <p>The pages on the left still work.</p>
    </Failure>
  );
}
