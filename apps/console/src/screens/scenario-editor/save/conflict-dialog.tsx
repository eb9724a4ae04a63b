import type { DatasetConflict, ScenarioChange } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { describeValue, nameField } from '../form/check-words.ts';
import { isSame } from '../form/label-rows.ts';
import { mergeScenarios, nameOf, takeTheirs, type FieldConflict } from '../form/merge-scenarios.ts';
import type { Fields } from '../form/scenario-form.ts';

export interface ConflictDialogProps {
  readonly conflict: DatasetConflict;
  /** The scenario before both changes; `null` if it is new. */
  readonly base: Fields | null;
  readonly mine: Fields;
  /** The scenario as it is stored now; `null` if it was removed, or is new. */
  readonly theirs: Fields | null;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: (scenario: Fields) => void;
  readonly onClose: () => void;
}

/** Shows what was changed in the meantime, and saves on top of it. Closing it keeps everything that was typed. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { conflict, base, mine, theirs, isPending, error, onSave, onClose } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const merge = useMemo(
    () =>
      base === null || theirs === null
        ? { scenario: mine, conflicts: [] }
        : mergeScenarios({ base, mine, theirs }),
    [base, mine, theirs],
  );
  const choose = (name: string, isTheirs: boolean): void =>
    setChosen(new Set(isTheirs ? [...chosen, name] : [...chosen].filter((one) => one !== name)));
  const { latest_version: version, author } = conflict;
  return (
    <Dialog
      title="The dataset was changed in the meantime"
      description={`Version ${version} was made${author === null ? '' : ` by ${author}`} after you opened the scenario. Your changes are not saved yet.`}
      open
      onOpenChange={onClose}
    >
      <div className="grid gap-4">
        <ChangedScenarios conflict={conflict} />
        <p>{describeOwn({ base, theirs, conflicts: merge.conflicts.length })}</p>
        {merge.conflicts.map((one) => (
          <ConflictingField
            key={nameOf(one)}
            conflict={one}
            isTheirs={chosen.has(nameOf(one))}
            onChoose={(isTheirs) => choose(nameOf(one), isTheirs)}
          />
        ))}
        {error !== null && (
          <p role="alert" className="wrap-anywhere text-bad">
            ✗ {error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button primary disabled={isPending} onClick={() => onSave(takeTheirs(merge, chosen))}>
            Save on top of version {version}
          </Button>
          <Button onClick={onClose}>Back to the form</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface OwnChange {
  readonly base: Fields | null;
  readonly theirs: Fields | null;
  readonly conflicts: number;
}

function describeOwn({ base, theirs, conflicts }: OwnChange): string {
  if (base === null) return 'Your scenario is new, so it can be added.';
  if (theirs === null) return 'This scenario was removed. Saving adds it again.';
  if (isSame(base, theirs)) return 'This scenario was not changed by others.';
  if (conflicts === 0) {
    return 'This scenario was changed, too, but in other fields. Saving keeps both changes.';
  }
  return `${formatMany(conflicts, 'field')} of this scenario ${conflicts === 1 ? 'was' : 'were'} changed on both sides. Choose which one to keep; all other changes are kept.`;
}

const CHANGE_WORDS: Readonly<Record<ScenarioChange, string>> = {
  added: '+ added',
  removed: '− removed',
  changed: '~ changed',
  moved: '↕ moved',
};

function ChangedScenarios({
  conflict: { changes, total },
}: Pick<ConflictDialogProps, 'conflict'>): ReactNode {
  return (
    <div>
      <p className="text-[13px] font-medium">Changed by others</p>
      <ul aria-label="Changed by others" className="max-h-40 overflow-auto">
        {changes.map(({ id, name, change }) => (
          <li key={id} className="wrap-anywhere">
            <span className="text-dim">{CHANGE_WORDS[change]}</span> {name}
          </li>
        ))}
        {total > changes.length && <li className="text-dim">and {total - changes.length} more</li>}
      </ul>
    </div>
  );
}

interface ConflictingFieldProps {
  readonly conflict: FieldConflict;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function ConflictingField({ conflict, isTheirs, onChoose }: ConflictingFieldProps): ReactNode {
  const name = nameField(conflict);
  const sides = [
    { label: 'Yours', value: conflict.mine, isChosen: !isTheirs, choose: () => onChoose(false) },
    { label: 'Theirs', value: conflict.theirs, isChosen: isTheirs, choose: () => onChoose(true) },
  ];
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 font-medium">{name}</legend>
      {sides.map(({ label, value, isChosen, choose }) => (
        <label
          key={label}
          className={`grid min-w-0 content-start gap-1 rounded-md border p-2 ${isChosen ? 'border-accent bg-raised' : 'border-line'}`}
        >
          <span className="flex items-center gap-2 text-[13px] font-semibold">
            <input
              type="radio"
              name={`conflict ${name}`}
              checked={isChosen}
              onChange={choose}
              className="accent-accent"
            />
            {label}
          </span>
          <span className="max-h-48 overflow-auto wrap-anywhere whitespace-pre-wrap">
            {describeValue(value)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
