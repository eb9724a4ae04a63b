import type { RunHead, Settings } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { agentModelsQuery, type ChatModel } from '../../../data/agent-queries.ts';
import { useClient } from '../../../data/api-context.ts';
import { Card } from '../../../parts/card.tsx';
import { Autocomplete, type Suggestion } from '../../../ui/autocomplete.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { findTargetFault } from '../run-form.ts';
import { adoptProposal, copyTarget, type Proposal } from './choose-target.ts';
import { TargetOptions, type TargetOptionsProps } from './target-options.tsx';
import { TestCallOutcome } from './test-call-outcome.tsx';
import type { TestCall } from './use-test-call.ts';

interface TargetCardProps extends TargetOptionsProps, Pick<TestCall, 'testCall' | 'onTestCall'> {
  readonly endpoints: readonly Suggestion[];
  readonly models: readonly Suggestion[];
}

/** The second step: the endpoint and the model under test, and how they are called. */
export function TargetCard(props: TargetCardProps): ReactNode {
  const { form, onChange, batch, targets, errors, endpoints, models } = props;
  const modelName = models.find(({ value }) => value === form.model)?.label;
  return (
    <Card title="2 · Target">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
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
        <Field label="Model" hint={modelName && `The model named ${modelName}.`}>
          {(ids) => (
            <Autocomplete
              {...ids}
              value={form.model}
              onChange={(model) => onChange({ model })}
              suggestions={models}
              placeholder="Choose or write a model"
            />
          )}
        </Field>
      </div>
      <TargetOptions {...{ form, onChange, batch, targets, errors }} />
      <TestCallRow {...props} />
    </Card>
  );
}

/** The button for a test call, and its outcome. */
function TestCallRow(props: TargetCardProps): ReactNode {
  const { form, onChange, batch, targets, testCall, onTestCall } = props;
  const fault = findTargetFault(form);
  const isReady = form.endpoint.trim() !== '' && form.model.trim() !== '' && fault === undefined;
  const stored = targets.find(({ name }) => name === form.target)?.target;
  const propose = (proposal: Proposal): void => {
    const change = adoptProposal(copyTarget(form, stored, batch), proposal);
    onChange(change);
    onTestCall(change);
  };
  return (
    <div className="mt-3 grid items-start gap-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Button
        disabled={!isReady || testCall.state === 'pending'}
        onClick={() => onTestCall()}
        className="w-fit"
      >
        {testCall.state === 'pending' ? 'Asking …' : 'Test call'}
      </Button>
      <div role="status" className="min-h-9 content-center">
        {fault === undefined ? (
          <TestCallOutcome testCall={testCall} onPropose={propose} />
        ) : (
          <p className="text-bad">✗ {fault}</p>
        )}
      </div>
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
