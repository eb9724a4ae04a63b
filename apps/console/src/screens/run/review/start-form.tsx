import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { runQuery } from '../../../data/run-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { RunSelect } from '../../../parts/run/run-select.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, INPUT } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';

/** The choices of a labeller before the first conversation. */
interface QueueChoice {
  readonly labeller: string;
  readonly n: number;
  /** The second run of a mixed queue. */
  readonly with: string | undefined;
}

interface StartFormProps {
  readonly runId: string;
  readonly initial: QueueChoice;
  readonly onStart: (choice: QueueChoice) => void;
  readonly onAgreement: () => void;
}

const MAX_SAMPLE = 500;

/** Asks who labels, and what. */
export function StartForm(props: StartFormProps): ReactNode {
  const { runId, initial, onStart, onAgreement } = props;
  const [choice, setChoice] = useState(initial);
  const change = (next: Partial<QueueChoice>): void => setChoice({ ...choice, ...next });
  const labeller = choice.labeller.trim();
  return (
    <Card className="max-w-xl">
      <h2 className="mb-1 text-lg font-semibold">Label conversations</h2>
      <p className="mb-4 text-dim">
        You read conversations of this run and decide whether each one passes. The model, the scores
        and the judge are hidden until your label is saved.
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (labeller !== '') onStart({ ...choice, labeller });
        }}
      >
        <Field label="Your name" hint="Stored with your labels.">
          {(ids) => (
            <input
              {...ids}
              autoFocus
              required
              maxLength={100}
              autoComplete="name"
              value={choice.labeller}
              onChange={({ target }) => change({ labeller: target.value })}
              className={INPUT}
            />
          )}
        </Field>
        <Field label="Conversations" hint="Drawn at random from every scenario of a run.">
          {(ids) => (
            <NumberInput
              {...ids}
              value={choice.n}
              max={MAX_SAMPLE}
              onChange={(n) => change({ n })}
            />
          )}
        </Field>
        <MixField runId={runId} value={choice.with} onChange={(next) => change({ with: next })} />
        <div className="flex flex-wrap gap-2">
          <Button primary type="submit">
            Start
          </Button>
          <Button onClick={onAgreement}>Agreement so far</Button>
        </div>
      </form>
    </Card>
  );
}

interface MixFieldProps {
  readonly runId: string;
  readonly value: string | undefined;
  readonly onChange: (runId: string | undefined) => void;
}

/** Runs are listed with their models and scores, so the list is loaded only for a mixed queue. */
function MixField({ runId, value, onChange }: MixFieldProps): ReactNode {
  const [isMixed, setMixed] = useState(value !== undefined);
  return (
    <div className="grid gap-2">
      <label className="flex min-h-7 items-center gap-2">
        <input
          type="checkbox"
          checked={isMixed}
          onChange={({ target }) => {
            setMixed(target.checked);
            if (!target.checked) onChange(undefined);
          }}
          className="size-4 accent-(--accent)"
        />
        Mix with a second run of the same test
      </label>
      {isMixed && <SecondRun {...{ runId, value, onChange }} />}
    </div>
  );
}

const NOT_CHOSEN = 'none';
const FIXED = [{ value: NOT_CHOSEN, label: 'Choose a run' }] as const;

function SecondRun({ runId, value, onChange }: MixFieldProps): ReactNode {
  const { data: run } = useQuery(runQuery(useClient(), runId));
  if (run === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <RunSelect
        label="Second run"
        fixed={FIXED}
        value={value ?? NOT_CHOSEN}
        except={runId}
        test={run.test_name}
        onChange={(next) => onChange(next === NOT_CHOSEN ? undefined : next)}
      />
      <p className="text-[13px] text-dim">
        The conversations of both runs are shuffled, so that neither run is favoured.
      </p>
    </div>
  );
}
