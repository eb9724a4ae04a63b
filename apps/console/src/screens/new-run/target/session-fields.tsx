import type { ReactNode } from 'react';
import { ChoiceField } from '../../../ui/field.tsx';
import { BodyField } from './body-field.tsx';
import { CodeField } from './form-fields.tsx';
import { METHODS, SESSIONS, type OwnRequest, type SessionSource } from './own-request.ts';
import { findLines, type TargetFaults } from './place-faults.ts';

const SESSION_LABELS: Readonly<Record<SessionSource, string>> = {
  none: 'no session',
  reply: 'its id is in each response',
  open: 'a call opens it',
};

const SESSION_HINTS: Readonly<Record<SessionSource, string>> = {
  none: 'For endpoints that keep the conversation themselves.',
  reply: 'Later turns send the id where the request has {{session}}.',
  open: 'Opened before the first turn. The request sends the id at {{session}}.',
};

interface SessionFieldsProps {
  readonly own: OwnRequest;
  readonly onChange: (change: Partial<OwnRequest>) => void;
  readonly faults: TargetFaults;
}

/** How the endpoint keeps the conversation. */
export function SessionFields({ own, onChange, faults }: SessionFieldsProps): ReactNode {
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <ChoiceField
          label="Session"
          hint={SESSION_HINTS[own.session]}
          fault={faults.fields.session}
          options={SESSIONS.map((value) => [value, SESSION_LABELS[value]])}
          value={own.session}
          onChange={(session) => onChange({ session })}
        />
        {own.session !== 'none' && (
          <CodeField
            label="Path of the session id"
            hint="A JSON Pointer into the response."
            fault={faults.fields.sessionFrom}
            value={own.sessionFrom}
            placeholder="/conversation_id"
            onChange={(sessionFrom) => onChange({ sessionFrom })}
          />
        )}
        {own.session === 'open' && <OpenRequest {...{ own, onChange, faults }} />}
      </div>
      {own.session === 'open' && own.openMethod !== 'GET' && (
        <BodyField
          label="Body to open it"
          visibleLines={3}
          text={own.openBody}
          onChange={(openBody) => onChange({ openBody })}
          findings={findLines(
            { method: own.openMethod, text: own.openBody },
            faults.bodies.openBody,
          )}
          hasPlaceholders={false}
        />
      )}
    </div>
  );
}

function OpenRequest({ own, onChange, faults }: SessionFieldsProps): ReactNode {
  return (
    <>
      <ChoiceField
        label="Method to open it"
        fault={faults.fields.openMethod}
        options={METHODS.map((value) => [value, value])}
        value={own.openMethod}
        onChange={(openMethod) => onChange({ openMethod })}
      />
      <CodeField
        label="Path to open it"
        fault={faults.fields.openPath}
        value={own.openPath}
        placeholder="/conversations"
        onChange={(openPath) => onChange({ openPath })}
      />
    </>
  );
}
