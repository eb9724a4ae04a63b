import type { SimulatedUser } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { SourceLink } from '../../parts/dataset/source-link.tsx';
import { UserBrief } from '../../parts/simulated-user/user-brief.tsx';
import { writeCheck, type CheckForm } from './form/check-form.ts';
import { describeValue } from './form/check-words.ts';
import { writeScenario, type ScenarioForm } from './form/scenario-form.ts';

/** The scenario as a chat: the messages and the reference replies. */
export function Preview({ form }: { readonly form: ScenarioForm }): ReactNode {
  return (
    <Card title={`Preview, ${describeSize(form)}`}>
      <SourceLink scenario={form.source} />
      <ol aria-label="Conversation" className="grid gap-3 empty:hidden">
        {form.turns.map((turn) => (
          <li key={turn.key} className="grid gap-2">
            <Bubble who="User" text={turn.message} ifEmpty="no message yet" isUser />
            <Bubble who="Reference" text={turn.reference} ifEmpty="no reference reply" />
            <CheckLines title="The reply must meet" checks={turn.checks} />
          </li>
        ))}
      </ol>
      {form.user && (
        <div className="mt-3 max-w-[85%] justify-self-end rounded-lg border border-accent bg-raised px-3 py-2">
          <p className="text-[13px] font-semibold text-dim">Simulated user</p>
          <UserBrief user={writeScenario(form)['user'] as SimulatedUser} />
        </div>
      )}
      <CheckLines title="The whole conversation must meet" checks={form.checks} />
    </Card>
  );
}

function describeSize({ turns, user }: ScenarioForm): string {
  const scripted = formatMany(turns.length, 'turn');
  if (user === undefined) return scripted;
  return turns.length === 0 ? 'a simulated user' : `${scripted}, then a simulated user`;
}

interface BubbleProps {
  readonly who: string;
  readonly text: string;
  readonly ifEmpty: string;
  readonly isUser?: boolean;
}

function Bubble({ who, text, ifEmpty, isUser = false }: BubbleProps): ReactNode {
  const place = isUser
    ? 'justify-self-end border-accent bg-raised'
    : 'justify-self-start border-line';
  return (
    <div className={`max-w-[85%] min-w-0 rounded-lg border px-3 py-2 ${place}`}>
      <p className="text-[13px] font-semibold text-dim">{who}</p>
      <p className={`wrap-anywhere whitespace-pre-wrap ${text === '' ? 'text-dim italic' : ''}`}>
        {text === '' ? ifEmpty : text}
      </p>
    </div>
  );
}

interface CheckLinesProps {
  readonly title: string;
  readonly checks: readonly CheckForm[];
}

function CheckLines({ title, checks }: CheckLinesProps): ReactNode {
  if (checks.length === 0) return null;
  return (
    <div className="mt-1 text-[13px]">
      <p className="font-medium text-dim">{title}</p>
      <ul className="list-disc pl-5">
        {checks.map((check) => (
          <li key={check.key} className="wrap-anywhere">
            {describeValue([writeCheck(check)])}
            {check.isOptional && ' (optional)'}
          </li>
        ))}
      </ul>
    </div>
  );
}
