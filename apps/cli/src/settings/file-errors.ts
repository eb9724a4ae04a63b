/** Why a file could not be read or written, in words; the code of the operating system where there are none. */
export function describeFileError(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? (code === '' ? message : `the operating system says ${code}`);
}

/** Whether the operating system refused something to do with a file. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'something else has this name already',
  EACCES: 'permission is denied: check who may read and write it',
  EPERM: 'permission is denied: check who may read and write it',
  EROFS: 'the disk is read-only: choose another folder',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'symbolic links lead round in a circle',
  EMFILE: 'too many files are open',
};
