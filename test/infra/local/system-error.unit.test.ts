import { expect, test } from 'vitest';
import { StartError } from '../../../infra/local/runner/start-error.ts';
import { explainSystemError } from '../../../infra/local/runner/system-error.ts';

const said = (error: unknown) => explainSystemError(error, '/home')?.message;
const failed = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test.each([
  ['of a file', failed('ENOSPC', { path: '/home/x', syscall: 'open' }), '/home/x'],
  ['of a write', failed('ENOSPC', { syscall: 'write' }), '/home'],
  ['of the engine', new Error('commit failed (backend: database or disk is full)'), '/home'],
])('a full disk %s is said in a sentence', (_, error, path) => {
  expect(said(error)).toBe(
    `${path} cannot be written (ENOSPC): the disk is full; free some space and start again.`,
  );
});

test('what belongs to another user is said with what to set', () => {
  expect(said(failed('EPERM', { path: '/opt/plotline/dist', syscall: 'utime' }))).toBe(
    '/opt/plotline/dist cannot be written (EPERM): it belongs to another user; set PLOTLINE_HOME to a folder of yours.',
  );
});

test('errors with a sentence keep it, and others have none', () => {
  expect(said(new StartError('Port 3000 is in use.'))).toBe('Port 3000 is in use.');
  for (const error of [
    new TypeError('x is not a function'),
    failed('EACCES', { syscall: 'connect' }),
    undefined,
  ])
    expect(said(error)).toBeUndefined();
});
