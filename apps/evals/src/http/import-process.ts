/** Converts the file on stdin, and writes the result to stdout: parsing a large file takes seconds. */
import { ImportError, importFile } from '@fairtrial/imports';
import type { ImportRequest } from '@fairtrial/contracts';
import { text as readText } from 'node:stream/consumers';

/** The answer of the process. The result is a string, which is passed on without being parsed. */
export type Imported =
  | { readonly state: 'converted'; readonly json: string }
  | { readonly state: 'refused'; readonly code: ImportError['code']; readonly message: string };

async function convert({ file, text, format, columns }: ImportRequest): Promise<Imported> {
  try {
    const result = await importFile({ file, text }, { format, columns });
    return { state: 'converted', json: JSON.stringify(result) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { state: 'refused', code: error.code, message: error.message };
  }
}

const request = JSON.parse(await readText(process.stdin)) as ImportRequest;
process.stdout.write(JSON.stringify(await convert(request)));
