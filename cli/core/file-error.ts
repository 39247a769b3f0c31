/** What the operating system says of files and folders, by its code, in words. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'you have no right to it'],
  ['EPERM', 'you have no right to it'],
  ['EROFS', 'it can only be read'],
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'it exists, but is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOSPC', 'there is no space left'],
  ['EDQUOT', 'your share of the disk is full'],
  ['EIO', 'the device failed'],
  ['EMFILE', 'too many files are open'],
]);

/** Why a file cannot be read, in a sentence. */
export const unreadable = (file: string, error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? `There is no file ${file}.`
    : `${file} cannot be read: ${reasons.get(code) ?? code}.`;
};

/** Says why a file could not be used; undefined for other errors. Without a path, it was the output. */
export function explainFileError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException;
  const reason = reasons.get(code);
  if (reason === undefined) return undefined;
  const target = path ?? (syscall === 'write' ? 'the output' : 'a file');
  return `plotline cannot use ${target}: ${reason}.`;
}
