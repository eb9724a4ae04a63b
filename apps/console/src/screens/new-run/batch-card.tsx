import type { RunHead } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { BatchReading, BatchScenario, LineFinding } from '../../batch/batch-types.ts';
import { nameRun } from '../../format/run-names.ts';
import { Card } from '../../parts/card.tsx';
import { DatasetSelect } from '../../parts/dataset/dataset-select.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { JsonEditor, type EditorHandle } from '../../parts/json-editor.tsx';
import { SAMPLE_NAMES } from './load-samples.ts';

interface BatchCardProps {
  readonly text: string;
  readonly reading: BatchReading | undefined;
  readonly refusals: readonly LineFinding[];
  readonly runs: readonly RunHead[];
  readonly now: number;
  readonly onChange: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** `undefined` loads all samples. */
  readonly onSample: (name: string | undefined) => void;
  readonly onPrevious: (runId: string) => void;
  readonly onDataset: (name: string) => void;
}

const MAX_PREVIOUS_RUNS = 12;

/** The first step: the batch. */
export function BatchCard(props: BatchCardProps): ReactNode {
  const { text, reading, refusals, onChange, onFile } = props;
  const editor = useRef<EditorHandle>(null);
  const findingsId = useId();
  const [isDragOver, setDragOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
    >
      <Card title="1 · Batch" className={isDragOver ? 'outline-2 outline-accent' : ''}>
        <Sources {...props} />
        <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <JsonEditor
            ref={editor}
            label="Batch"
            placeholder="Paste a batch, drop a file here, or begin with a sample."
            visibleLines={15}
            text={text}
            onChange={onChange}
            findings={[...(reading?.findings ?? []), ...refusals]}
            describedBy={findingsId}
          />
          <BatchFindings
            id={findingsId}
            reading={reading}
            refusals={refusals}
            onGoTo={(line) => editor.current?.goTo(line)}
          />
        </div>
      </Card>
    </div>
  );
}

/** Buttons that load a batch. */
function Sources({ text, runs, now, ...on }: BatchCardProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const previous = runs.slice(0, MAX_PREVIOUS_RUNS);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Menu
        label="Sample"
        items={[
          { label: 'All samples', run: () => on.onSample(undefined) },
          ...SAMPLE_NAMES.map((name) => ({ label: name, run: () => on.onSample(name) })),
        ]}
      />
      {previous.length > 0 && (
        <Menu
          label="Previous run"
          items={previous.map((run) => ({
            label: nameRun(run, now),
            run: () => on.onPrevious(run.run_id),
          }))}
        />
      )}
      <DatasetSelect
        label="Choose a dataset"
        prefix="Choose a dataset"
        value=""
        onChange={on.onDataset}
      />
      <Button onClick={() => picker.current?.click()}>Open a file</Button>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        aria-label="Batch file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) on.onFile(file);
          target.value = ''; // reset, so that picking the same file again fires a change event
        }}
      />
      {text !== '' && <Button onClick={() => on.onChange('')}>Clear</Button>}
    </div>
  );
}

interface BatchFindingsProps {
  readonly id: string;
  readonly reading: BatchReading | undefined;
  /** Errors that the service reported. */
  readonly refusals: readonly LineFinding[];
  readonly onGoTo: (line: number) => void;
}

const MAX_LISTED = 12;

/** The size of the batch and its findings by line. */
function BatchFindings({ id, reading, refusals, onGoTo }: BatchFindingsProps): ReactNode {
  const findings = [...refusals, ...(reading?.findings ?? [])].toSorted(bySeverity);
  return (
    <div id={id} role="status" className="grid content-start gap-1.5">
      <BatchSize reading={reading} />
      <ul className="grid gap-1 empty:hidden">
        {findings.slice(0, MAX_LISTED).map((finding) => (
          <li key={`${finding.line} ${finding.text}`}>
            <button
              type="button"
              onClick={() => onGoTo(finding.line)}
              className="w-full rounded-md px-2 py-1 text-left wrap-anywhere hover:bg-raised"
            >
              <LevelIcon level={finding.level} />
              <span className="font-medium">line {finding.line}</span>: {finding.text}
            </button>
          </li>
        ))}
      </ul>
      {findings.length > MAX_LISTED && (
        <p className="px-2 text-dim">and {findings.length - MAX_LISTED} more</p>
      )}
      {findings.length === 0 && <ScenarioNames scenarios={reading?.scenarios ?? []} />}
    </div>
  );
}

function ScenarioNames({ scenarios }: Pick<BatchReading, 'scenarios'>): ReactNode {
  return (
    <ul className="grid gap-1 px-2 text-[13px] text-dim">
      {scenarios.slice(0, MAX_LISTED).map((scenario, at) => (
        <li key={at} className="flex justify-between gap-3">
          <span className="truncate">{scenario.name}</span>
          <span className="shrink-0">{formatTurns([scenario])}</span>
        </li>
      ))}
      {scenarios.length > MAX_LISTED && <li>and {scenarios.length - MAX_LISTED} more</li>}
    </ul>
  );
}

function BatchSize({ reading }: { readonly reading: BatchReading | undefined }): ReactNode {
  if (reading === undefined) return <p className="px-2 text-dim">Nothing to run yet.</p>;
  const { scenarios, request } = reading;
  if (scenarios.length === 0) return null;
  return (
    <p className="px-2 font-medium">
      <span className={request ? 'text-ok' : 'text-bad'}>{request ? '✓' : '✗'}</span>{' '}
      {formatMany(scenarios.length, 'scenario')}, {formatTurns(scenarios)}
    </p>
  );
}

/** A simulated user can end a conversation before its last turn. */
function formatTurns(scenarios: readonly BatchScenario[]): string {
  const isMaximum = scenarios.some(({ isSimulated }) => isSimulated);
  const turns = scenarios.reduce((sum, scenario) => sum + scenario.turns, 0);
  return `${isMaximum ? 'at most ' : ''}${formatMany(turns, 'turn')}`;
}

function LevelIcon({ level }: Pick<LineFinding, 'level'>): ReactNode {
  return level === 'error' ? (
    <span className="font-semibold text-bad">✗ </span>
  ) : (
    <span className="font-semibold text-warn">! </span>
  );
}

function bySeverity(a: LineFinding, b: LineFinding): number {
  return a.level === b.level ? a.line - b.line : a.level === 'error' ? -1 : 1;
}
