import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { Button } from '../../../ui/button.tsx';

interface ChooseFileProps {
  /** The name of the chosen file. */
  readonly file: string | undefined;
  readonly fault: string | undefined;
  readonly onFile: (file: File) => void;
}

/** The first step: a file by button or by drag and drop. */
export function ChooseFile({ file, fault, onFile }: ChooseFileProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDragOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <Card title="1 · File">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={onDrop}
        className={`grid justify-items-center gap-3 rounded-md border border-dashed p-6 text-center ${isDragOver ? 'border-accent bg-raised' : 'border-line'}`}
      >
        <p className="wrap-anywhere">
          {file ??
            'Drop a file here: CSV, JSON, JSON lines, promptfoo, OpenAI evals, Langfuse or LangSmith.'}
        </p>
        <Button primary={file === undefined} onClick={() => picker.current?.click()}>
          <Upload size={16} aria-hidden />
          {file === undefined ? 'Choose a file' : 'Choose another file'}
        </Button>
        <input
          ref={picker}
          type="file"
          aria-label="File with tests"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) onFile(chosen);
            target.value = ''; // reset, so that choosing the same file again fires a change event
          }}
        />
        {fault !== undefined && (
          <p role="alert" className="wrap-anywhere text-bad">
            ✗ {fault}
          </p>
        )}
      </div>
    </Card>
  );
}
