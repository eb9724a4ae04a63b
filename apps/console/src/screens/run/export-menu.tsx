import type { ExportFormat, RunHead } from '@assay/contracts';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { isOver } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Menu } from '../../ui/menu.tsx';

const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['json', 'JSON'],
  ['jsonl', 'JSON lines'],
  ['csv', 'CSV'],
  ['junit', 'JUnit'],
  ['md', 'Markdown'],
];

/** The run as a file. Fetched rather than linked to: a link could not carry the key. */
export function ExportMenu({ run }: { readonly run: RunHead }): ReactNode {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  useKeys([{ keys: 'e', label: 'Export the run', run: () => setOpen(true) }]);
  if (!isOver(run.state)) return null;
  const save = async (format: ExportFormat): Promise<void> => {
    try {
      const response = await client.runs.export(run.run_id, format);
      const name = /filename="([^"]+)"/.exec(
        response.headers.get('content-disposition') ?? '',
      )?.[1];
      saveFile(await response.blob(), name ?? `${run.run_id}.${format}`);
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <Menu
        label="Export"
        open={isOpen}
        onOpenChange={setOpen}
        items={FORMATS.map(([format, label]) => ({ label, run: () => void save(format) }))}
      />
      {fault && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </>
  );
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
