import { DEFAULT_USER_TURNS } from '@fairtrial/contracts/plain';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { addUser, removeUser } from './form/scenario-form.ts';
import { MAX_USER_TURNS, NEW_USER, type UserForm } from './form/user-form.ts';
import { RowList } from './parts/row-list.tsx';
import { AreaField, Checkbox, TextField } from './parts/text-fields.tsx';
import type { EditorState } from './use-editor.ts';

/** Whether a model plays the user, and what it is told. */
export function UserCard({ editor }: { readonly editor: EditorState }): ReactNode {
  const { form, edit } = editor;
  const { user, turns } = form;
  return (
    <Card title="Simulated user">
      <div className="grid gap-3">
        <div>
          <Checkbox
            label="Simulate the user"
            isChecked={user !== undefined}
            onChange={(isOn) => edit(isOn ? addUser(form, NEW_USER) : removeUser(form))}
          />
          <p className="text-[13px] text-dim">
            A model plays the user
            {turns.length > 0 && user !== undefined && ', after the turns above'}. It writes its own
            messages until it has reached its goal or gives up. A judge then reads the conversation
            and decides whether the goal was reached.
          </p>
        </div>
        {user && <UserFields user={user} editor={editor} />}
      </div>
    </Card>
  );
}

interface UserFieldsProps {
  readonly user: UserForm;
  readonly editor: EditorState;
}

function UserFields({ user, editor: { faults, edit } }: UserFieldsProps): ReactNode {
  const change = (part: Partial<UserForm>, field?: string): void =>
    edit({ user: { ...user, ...part } }, field && `user ${field}`);
  return (
    <>
      <AreaField
        label="Goal"
        value={user.goal}
        fault={faults.user?.goal}
        hint="What the user wants to achieve. Only the user and the judge see it."
        example="Block the lost card and have a new one sent to the hotel."
        onChange={(goal) => change({ goal }, 'goal')}
      />
      <AreaField
        label="Persona"
        value={user.persona}
        fault={faults.user?.persona}
        hint="Who the user is and how the user writes. Can be empty."
        example="Is in a hurry and writes short messages."
        onChange={(persona) => change({ persona }, 'persona')}
      />
      <RowList
        what="fact"
        title="Facts"
        hint="What the user knows and tells if asked, for example card: ends in 42."
        rows={user.facts}
        faults={faults.user?.facts ?? new Map()}
        onChange={(facts, field) => change({ facts }, field && `fact ${field}`)}
      />
      <TextField
        label="Maximum number of messages"
        isNumber
        className="max-w-80"
        value={user.maxTurns}
        fault={faults.user?.maxTurns}
        hint={`From 1 to ${MAX_USER_TURNS}. Empty: ${DEFAULT_USER_TURNS}.`}
        onChange={(maxTurns) => change({ maxTurns }, 'messages')}
      />
    </>
  );
}
