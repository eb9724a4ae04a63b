import type { SimulatedUser } from '@fairtrial/contracts';
import { describeUser } from '@fairtrial/format';
import type { ReactNode } from 'react';

/** What a simulated user is told: goal, persona, facts, and how many messages it may send. */
export function UserBrief({ user }: { readonly user: SimulatedUser }): ReactNode {
  return (
    <dl aria-label="What the simulated user is told" className="grid gap-1">
      {describeUser(user).map(({ label, text }) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-dim">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
