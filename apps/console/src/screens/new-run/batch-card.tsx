import type { RunHead } from '@assay/contracts';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { BatchReading, LineFinding } from '../../batch/read-batch.ts';
import { Card } from '../../parts/card.tsx';
import { nameRun } from '../../format/run-names.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { BatchEditor, type EditorHandle } from './batch-editor.tsx';
import { BatchFindings } from './batch-findings.tsx';
import { SAMPLE_NAMES } from './load-samples.ts';

interface BatchCardProps {
  readonly text: string;
  readonly reading: BatchReading | undefined;
  readonly refusals: readonly LineFinding[];
  readonly runs: readonly RunHead[];
  readonly now: number;
  readonly onChange: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** Undefined: all of them. */
  readonly onSample: (name: string | undefined) => void;
  readonly onPrevious: (runId: string) => void;
}

const PREVIOUS = 12;

/** The first step: what is run. */
export function BatchCard(props: BatchCardProps): ReactNode {
  const { text, reading, refusals, onChange, onFile } = props;
  const editor = useRef<EditorHandle>(null);
  const findingsId = useId();
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Card title="1 · Batch" className={isOver ? 'outline-2 outline-accent' : ''}>
        <Sources {...props} />
        <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <BatchEditor
            ref={editor}
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

/** Where a batch may come from, beside the clipboard. */
function Sources({ text, runs, now, ...on }: BatchCardProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const previous = runs.slice(0, PREVIOUS);
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
          target.value = ''; // the same file once more is a change, too
        }}
      />
      {text !== '' && <Button onClick={() => on.onChange('')}>Clear</Button>}
    </div>
  );
}
