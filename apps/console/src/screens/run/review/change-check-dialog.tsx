import type { Disagreement, TestBatch } from '@fairtrial/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { useReloadRun } from '../../../data/use-reload-run.ts';
import { AskDialog } from '../../../parts/ask-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  formatCheck,
  listChecks,
  parseEditedText,
  replaceCheck,
  toEditedText,
  type PlacedCheck,
} from './scenario-checks.ts';

interface ChangeCheckDialogProps {
  readonly runId: string;
  readonly scenarios: readonly TestBatch[];
  readonly disagreement: Disagreement;
  readonly onClose: () => void;
  readonly onRescore: () => void;
}

/** Changes one check of a scenario, and scores the run again with it. */
export function ChangeCheckDialog(props: ChangeCheckDialogProps): ReactNode {
  const { runId, scenarios, disagreement, onClose, onRescore } = props;
  const { scenario } = disagreement.position;
  const client = useClient();
  const reload = useReloadRun(runId);
  const options = checkOptions(scenarios[scenario], disagreement);
  const [at, setAt] = useState(0);
  const [typed, setTyped] = useState<string>();
  const placed = options[at] ?? NEW_CHECK;
  const text = typed ?? toEditedText(placed.check);
  const parsed = parseEditedText(placed.check, text);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: PlacedCheck) => {
      const test_batch = changeScenario(scenarios, scenario, next);
      return client.request('POST /runs/:run_id/rescore', { run_id: runId, body: { test_batch } });
    },
    onSuccess: async () => {
      await reload();
      onClose();
      onRescore();
    },
  });
  return (
    <AskDialog
      title="Change this check"
      description="The stored replies are scored again with the new check; the endpoint is not called. Labels are kept."
      action="Save and rescore"
      open
      onOpenChange={(open) => !open && onClose()}
      onAct={() => parsed.state === 'ready' && mutate({ ...placed, check: parsed.check })}
      isPending={isPending}
      error={error}
      fault={parsed.state === 'invalid' ? parsed.detail : undefined}
    >
      {options.length > 1 && (
        <Select
          label="Check"
          options={options.map(({ check }, no) => ({ value: String(no), label: nameOf(check) }))}
          value={String(at)}
          onChange={(next) => {
            setAt(Number(next));
            setTyped(undefined);
          }}
        />
      )}
      <Field label={'never' in placed.check ? 'What must not happen' : 'What must hold'}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
            className="w-full rounded-md border border-line bg-bg px-3 py-2"
          />
        )}
      </Field>
    </AskDialog>
  );
}

const NEW_CHECK: PlacedCheck = { check: { text: '' }, turn: null, at: 0 };

function nameOf(check: PlacedCheck['check']): string {
  return check === NEW_CHECK.check ? 'A new check' : formatCheck(check);
}

/** The check in question. For a whole conversation: every check of its scenario, and a new one. */
function checkOptions(
  scenario: TestBatch | undefined,
  { check_id }: Disagreement,
): readonly PlacedCheck[] {
  if (scenario === undefined) return [];
  const checks = listChecks(scenario);
  if (check_id !== null) return checks.filter(({ check }) => check.id === check_id);
  return [...checks, { ...NEW_CHECK, at: scenario.checks?.length ?? 0 }];
}

function changeScenario(
  scenarios: readonly TestBatch[],
  at: number,
  next: PlacedCheck,
): TestBatch[] {
  return scenarios.map((one, no) => (no === at ? replaceCheck(one, next) : one));
}
