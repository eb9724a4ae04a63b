import type { ReactNode } from 'react';
import { ChoiceField } from '../../../ui/field.tsx';
import { BodyField } from './body-field.tsx';
import { CodeField } from './form-fields.tsx';
import { HeaderRows } from './header-rows.tsx';
import { METHODS, type OwnRequest } from './own-request.ts';
import { findLines, type TargetFaults } from './place-faults.ts';
import { SessionFields } from './session-fields.tsx';

interface OwnRequestFormProps {
  readonly own: OwnRequest;
  readonly onChange: (change: Partial<OwnRequest>) => void;
  /** Errors of the service. */
  readonly faults: TargetFaults;
}

/** The request that is sent for each turn, and where its response has the reply. */
export function OwnRequestForm(props: OwnRequestFormProps): ReactNode {
  const { own, onChange, faults } = props;
  return (
    <div className="grid gap-3">
      {faults.whole.map((fault) => (
        <p key={fault} className="wrap-anywhere text-bad">
          ✗ {fault}
        </p>
      ))}
      <div className="grid gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <ChoiceField
          label="Method"
          fault={faults.fields.method}
          options={METHODS.map((value) => [value, value])}
          value={own.method}
          onChange={(method) => onChange({ method })}
        />
        <CodeField
          label="Path"
          hint="Path and query on the server of the endpoint. It can contain placeholders."
          fault={faults.fields.path}
          value={own.path}
          placeholder="as in the endpoint"
          onChange={(path) => onChange({ path })}
        />
      </div>
      <HeaderRows
        rows={own.headers}
        onChange={(headers) => onChange({ headers })}
        fault={faults.fields.headers}
      />
      {own.method !== 'GET' && (
        <BodyField
          label="Body"
          visibleLines={11}
          text={own.body}
          onChange={(body) => onChange({ body })}
          findings={findLines({ method: own.method, text: own.body }, faults.bodies.body)}
          hasPlaceholders
        />
      )}
      <ResponseFields {...props} />
      <SessionFields {...props} />
    </div>
  );
}

function ResponseFields({ own, onChange, faults: { fields } }: OwnRequestFormProps): ReactNode {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <CodeField
        label="Path of the reply"
        hint="A JSON Pointer into the response. If empty, known reply shapes are tried."
        fault={fields.reply}
        value={own.reply}
        placeholder="/data/answer"
        onChange={(reply) => onChange({ reply })}
      />
      <CodeField
        label="Path in each event"
        hint="Only for endpoints that stream: the text of an event."
        fault={fields.stream}
        value={own.stream}
        placeholder="does not stream"
        onChange={(stream) => onChange({ stream })}
      />
      <CodeField
        label="Path of the metadata"
        hint="For checks on labels such as the intent."
        fault={fields.metadata}
        value={own.metadata}
        placeholder="none"
        onChange={(metadata) => onChange({ metadata })}
      />
      <CodeField
        label="Path of the tool calls"
        hint="For checks on tools."
        fault={fields.toolCalls}
        value={own.toolCalls}
        placeholder="none"
        onChange={(toolCalls) => onChange({ toolCalls })}
      />
    </div>
  );
}
