import { expect, test } from 'vitest';
import { explainFileError } from '../../../cli/core/file-error.ts';

const failure = (fields: object) => Object.assign(new Error('It failed.'), fields);

test('a full disk is named by what was written', () => {
  expect(explainFileError(failure({ code: 'ENOSPC', syscall: 'write', path: '/data/a.jsonl' }))).toBe(
    'plotline cannot use /data/a.jsonl: there is no space left.',
  );
  expect(explainFileError(failure({ code: 'ENOSPC', syscall: 'write' }))).toBe(
    'plotline cannot use the output: there is no space left.',
  );
});

test('what is no error of a file is not explained', () => {
  expect(explainFileError(failure({ code: 'ECONNREFUSED', syscall: 'connect' }))).toBeUndefined();
  expect(explainFileError(failure({ code: 'ENOENT' }))).toBeUndefined();
  expect(explainFileError('ENOSPC')).toBeUndefined();
});
