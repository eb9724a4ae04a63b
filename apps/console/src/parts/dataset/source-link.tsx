import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface SourceLinkProps {
  readonly scenario: Readonly<Record<string, unknown>>;
}

/** A link to the conversation that a scenario was made of; nothing for other scenarios. */
export function SourceLink({ scenario }: SourceLinkProps): ReactNode {
  const id = conversationOf(scenario['source']);
  if (id === undefined) return null;
  return (
    <p className="text-[13px]">
      <Link
        to="/console/conversations/$id"
        params={{ id }}
        className="wrap-anywhere text-accent hover:underline"
      >
        Made of a conversation
      </Link>
    </p>
  );
}

function conversationOf(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null || !('conversation' in source))
    return undefined;
  const { conversation } = source;
  return typeof conversation === 'string' && conversation !== '' ? conversation : undefined;
}
