import type { UserResult } from '@fairtrial/contracts';
import { explainUser } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { TONE_CLASSES } from '../change.tsx';

/** How a conversation with a simulated user went: the goal first, then its end, faults and replays. */
export function UserOutcome({ user }: { readonly user: UserResult }): ReactNode {
  return (
    <ul aria-label="Simulated user" className="grid gap-1 text-[13px]">
      {explainUser(user).map(({ text, tone }, at) => (
        <li key={at} className={`wrap-anywhere ${TONE_CLASSES[tone]}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
