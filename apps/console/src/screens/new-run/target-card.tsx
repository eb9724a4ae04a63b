import type { TestCallResult } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatMs } from '../../format/numbers.ts';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Autocomplete, type Suggestion } from '../../ui/autocomplete.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { RunForm } from './run-form.ts';

/** What became of the last test call. */
export type Tried =
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'told'; readonly result: TestCallResult }
  | { readonly state: 'refused'; readonly detail: string };

interface TargetCardProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
  readonly endpoints: readonly Suggestion[];
  readonly models: readonly Suggestion[];
  readonly tried: Tried;
  readonly onTry: () => void;
}

/** The second step: who is asked. */
export function TargetCard(props: TargetCardProps): ReactNode {
  const { form, onChange, endpoints, models, tried, onTry } = props;
  const isReady = form.endpoint.trim() !== '' && form.model.trim() !== '';
  return (
    <Card title="2 · Target">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]">
        <Field label="Endpoint">
          {(ids) => (
            <Autocomplete
              {...ids}
              value={form.endpoint}
              onChange={(endpoint) => onChange({ endpoint })}
              suggestions={endpoints}
              placeholder="https://api.example.com/v1"
            />
          )}
        </Field>
        <Field label="Model">
          {(ids) => (
            <Autocomplete
              {...ids}
              value={form.model}
              onChange={(model) => onChange({ model })}
              suggestions={models}
              placeholder="provider/model, or a UUID"
            />
          )}
        </Field>
        <div className="self-end">
          <Button disabled={!isReady || tried.state === 'asking'} onClick={onTry}>
            {tried.state === 'asking' ? 'Asking …' : 'Test call'}
          </Button>
        </div>
      </div>
      <div role="status" className="mt-2 min-h-6">
        <Told tried={tried} />
      </div>
    </Card>
  );
}

function Told({ tried }: { readonly tried: Tried }): ReactNode {
  if (tried.state === 'refused') {
    return (
      <p className="wrap-anywhere">
        <Pill tone="bad" glyph="✕">
          refused
        </Pill>{' '}
        {tried.detail}
      </p>
    );
  }
  if (tried.state !== 'told') {
    return <p className="text-[13px] text-dim">A test call says “Hello” once and keeps nothing.</p>;
  }
  const { outcome, reply, error, latency_ms, protocol } = tried.result;
  return (
    <p className="line-clamp-3 wrap-anywhere">
      {outcome === 'answered' ? (
        <Pill tone="ok" glyph="✓">
          {formatMs(latency_ms)} · {protocol}
        </Pill>
      ) : (
        <Pill tone="bad" glyph="✕">
          {error?.kind ?? 'failed'}
        </Pill>
      )}{' '}
      {outcome === 'answered' ? `“${reply ?? ''}”` : error?.message}
    </p>
  );
}
