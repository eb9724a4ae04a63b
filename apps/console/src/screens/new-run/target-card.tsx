import { ApiError, type TestCallInput } from '@assay/client';
import type { RunHead, Settings, TestCallResult } from '@assay/contracts';
import { formatDuration } from '@assay/format';
import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BatchRequest } from '../../batch/batch-types.ts';
import { agentModelsQuery, type ChatModel } from '../../data/agent-queries.ts';
import { useClient } from '../../data/api-context.ts';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Autocomplete, type Suggestion } from '../../ui/autocomplete.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { readTarget, type RunForm } from './run-form.ts';
import { TargetOptions } from './target-options.tsx';

type TestCallState =
  | { readonly state: 'none' | 'pending' }
  | { readonly state: 'done'; readonly result: TestCallResult }
  | { readonly state: 'refused'; readonly detail: string };

interface TargetCardProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
  readonly endpoints: readonly Suggestion[];
  readonly models: readonly Suggestion[];
  readonly testCall: TestCallState;
  /** `reply` overrides the reply path of the form. */
  readonly onTestCall: (reply?: string) => void;
}

/** The second step: the endpoint and the model under test. */
export function TargetCard(props: TargetCardProps): ReactNode {
  const { form, onChange, endpoints, models, testCall, onTestCall } = props;
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
          <Button disabled={!isReady || testCall.state === 'pending'} onClick={() => onTestCall()}>
            {testCall.state === 'pending' ? 'Asking …' : 'Test call'}
          </Button>
        </div>
      </div>
      <div role="status" className="mt-2 min-h-6">
        <TestCallOutcome
          testCall={testCall}
          onReply={(reply) => {
            onChange({ reply });
            onTestCall(reply);
          }}
        />
      </div>
      <TargetOptions form={form} onChange={onChange} />
    </Card>
  );
}

interface TestCallOutcomeProps {
  readonly testCall: TestCallState;
  /** Called to use the reply path that the test call proposes. */
  readonly onReply: (reply: string) => void;
}

function TestCallOutcome({ testCall, onReply }: TestCallOutcomeProps): ReactNode {
  if (testCall.state === 'refused') {
    return (
      <p className="wrap-anywhere">
        <Pill tone="bad" glyph="✗">
          refused
        </Pill>{' '}
        {testCall.detail}
      </p>
    );
  }
  if (testCall.state !== 'done') {
    return (
      <p className="text-[13px] text-dim">A test call sends “Hello” once and stores nothing.</p>
    );
  }
  const { outcome, reply, error, latency_ms, protocol, proposed_reply: proposed } = testCall.result;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="line-clamp-3 wrap-anywhere">
        {outcome === 'answered' ? (
          <Pill tone="ok" glyph="✓">
            {formatDuration(latency_ms)} · {protocol}
          </Pill>
        ) : (
          <Pill tone="bad" glyph="✗">
            {error?.kind ?? 'failed'}
          </Pill>
        )}{' '}
        {outcome === 'answered' ? `“${reply ?? ''}”` : error?.message}
      </p>
      {outcome !== 'answered' && proposed !== null && (
        <Button onClick={() => onReply(proposed)}>
          Read the reply at <code className="font-mono">{proposed}</code>
        </Button>
      )}
    </div>
  );
}

interface TargetSuggestions {
  readonly endpoints: readonly Suggestion[];
  readonly models: readonly Suggestion[];
}

/** Suggested endpoints and models: configured ones, then those of earlier runs. */
export function useTargetSuggestions(
  settings: Settings,
  runs: readonly RunHead[],
  endpoint: string,
): TargetSuggestions {
  const { agent, endpoints } = settings;
  const isAgent = agent !== null && isSameUrl(agent.url, endpoint);
  const { data: models = [] } = useQuery(agentModelsQuery(useClient(), isAgent));
  return {
    endpoints: unique([
      ...(agent ? [{ value: agent.url, label: 'Agent backend' }] : []),
      ...endpoints.map((value) => ({ value })),
      ...runs.map((run) => ({ value: run.endpoint })),
    ]),
    models: unique([
      ...(isAgent ? models.map(toSuggestion) : []),
      ...runs
        .filter((run) => isSameUrl(run.endpoint, endpoint))
        .map((run) => ({ value: run.model_id })),
    ]),
  };
}

function toSuggestion({ id, name }: ChatModel): Suggestion {
  return { value: id, label: name };
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ value }) => !seen.has(value) && seen.add(value));
}

function isSameUrl(a: string, b: string): boolean {
  return a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
}

interface TestCall extends Pick<TargetCardProps, 'testCall' | 'onTestCall'> {
  /** `undefined` if the last call was not answered. */
  readonly latencyMs: number | undefined;
}

/** A test call to the target of the form. Its result is dropped when the target changes. */
export function useTestCall(form: RunForm, batch: BatchRequest | undefined): TestCall {
  const client = useClient();
  const describeCall = (reply: string): TestCallInput => ({
    endpoint: form.endpoint.trim(),
    model_id: form.model.trim(),
    ...readTarget({ ...form, reply }, batch),
  });
  const call = useMutation({ mutationFn: (body: TestCallInput) => client.testCall(body) });
  const isCurrent = JSON.stringify(call.variables) === JSON.stringify(describeCall(form.reply));
  const result = isCurrent ? call.data : undefined;
  return {
    testCall: isCurrent ? toTestCallState(call) : { state: 'none' },
    onTestCall: (reply = form.reply) => call.mutate(describeCall(reply)),
    latencyMs: result?.outcome === 'answered' ? result.latency_ms : undefined,
  };
}

function toTestCallState({
  status,
  data,
  error,
}: UseMutationResult<TestCallResult, Error, TestCallInput>): TestCallState {
  if (status === 'pending') return { state: 'pending' };
  if (status === 'error') {
    return { state: 'refused', detail: error instanceof ApiError ? error.detail : error.message };
  }
  return data === undefined ? { state: 'none' } : { state: 'done', result: data };
}
