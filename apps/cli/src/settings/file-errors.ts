/** Describes in words why a file could not be read or written; falls back to the error code of the operating system. */
export function describeFileError(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? (code === '' ? message : `operating system error ${code}`);
}

/** True for an error of a file system call. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'it already exists',
  EACCES: 'permission denied: check who may read and write it',
  EPERM: 'permission denied: check who may read and write it',
  EROFS: 'the disk is read-only: choose another folder',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
};
