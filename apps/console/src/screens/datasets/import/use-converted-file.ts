import type { Body } from '@fairtrial/client';
import type { ColumnUse, ImportFormat, ImportResult } from '@fairtrial/contracts';
import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../data/api-context.ts';

interface ReadFile {
  readonly name: string;
  readonly text: string;
}

export interface ConvertedFile {
  readonly file: ReadFile | undefined;
  /** Why the browser did not send the file. */
  readonly fault: string | undefined;
  /** The scenarios in the file; those of the last answer while it is converted again. */
  readonly result: ImportResult | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly choose: (file: File) => void;
  readonly useFormat: (format: ImportFormat) => void;
  readonly useColumns: (columns: Readonly<Record<string, ColumnUse>>) => void;
  readonly retry: () => void;
}

const MEBIBYTE = 1024 * 1024;
/** The service accepts no longer text in one field. */
const MAX_BYTES = INPUT_LIMITS.string_chars;

/** Reads a chosen file and asks the service to convert it, again after each change of the format or the columns. */
export function useConvertedFile(): ConvertedFile {
  const client = useClient();
  const [file, setFile] = useState<ReadFile>();
  const [fault, setFault] = useState<string>();
  const [result, setResult] = useState<ImportResult>();
  const convert = useMutation({
    mutationFn: (input: Body<'POST /import'>) => client.request('POST /import', { body: input }),
    onSuccess: setResult,
  });
  const start = (
    chosen: ReadFile,
    choice: Pick<Body<'POST /import'>, 'format' | 'columns'> = {},
  ): void => convert.mutate({ file: chosen.name, text: chosen.text, ...choice });
  const choose = async (chosen: File): Promise<void> => {
    setFile(undefined);
    setResult(undefined);
    convert.reset();
    const wrong = findFileFault(chosen);
    setFault(wrong);
    if (wrong !== undefined) return;
    const read = { name: chosen.name, text: await chosen.text() };
    setFile(read);
    start(read);
  };
  return {
    file,
    fault,
    result,
    isPending: convert.isPending,
    error: convert.error,
    choose: (chosen) => void choose(chosen),
    useFormat: (format) => file && start(file, { format }),
    useColumns: (columns) => file && result && start(file, { format: result.format, columns }),
    retry: () => convert.variables && convert.mutate(convert.variables),
  };
}

function findFileFault({ name, size }: File): string | undefined {
  if (size === 0) return `${name} is empty. Choose another file.`;
  if (size <= MAX_BYTES) return undefined;
  const mebibytes = Math.ceil(size / MEBIBYTE);
  return `${name} has ${mebibytes} MiB, and the browser sends at most ${MAX_BYTES / MEBIBYTE} MiB. Convert it with the CLI (fairtrial import), then store it with fairtrial datasets push.`;
}
