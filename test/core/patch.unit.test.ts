import { expect, test } from 'vitest';
import * as z from 'zod';
import { definePatch, nextVersion } from '../../shared/kernel/api/operation/patch.ts';

const patch = definePatch('SampleUpdate', {
  fields: { name: z.string(), note: z.string(), labels: z.array(z.string()) },
  cleared: { note: null, labels: [] },
});
const current = {
  name: 'n',
  note: 'x' as string | null,
  labels: ['l'],
  updatedAt: '2026-11-20T12:00:00.000Z',
};
const now = new Date('2026-11-20T13:00:00.000Z');
const version = { expectedUpdatedAt: current.updatedAt };
const problemsOf = (body: object) =>
  patch
    .schema()
    .safeParse(body)
    .error?.issues.map(({ path, message }) => [path.join('.'), message].join(': '));

test('a patch sets what is sent, clears what is named, and leaves the version', () => {
  expect(patch.apply(current, { ...version, name: 'm', clearFields: ['note', 'labels'] })).toEqual({
    ...current,
    name: 'm',
    note: null,
    labels: [],
  });
  expect(patch.apply(current, { ...version, name: undefined })).toEqual(current);
});

test('a patch that changes nothing or contradicts itself is refused', () => {
  expect(problemsOf({ ...version, name: 'm' })).toBeUndefined();
  expect(problemsOf({ ...version, clearFields: ['note'] })).toBeUndefined();
  expect(problemsOf(version)).toEqual([': must set or clear at least one field']);
  expect(problemsOf({ ...version, clearFields: [] })).toEqual([': must set or clear at least one field']);
  expect(problemsOf({ ...version, note: 'y', clearFields: ['labels', 'note'] })).toEqual([
    'clearFields.1: names note, which the same request sets',
  ]);
  expect(problemsOf({ ...version, clearFields: ['name'] })).toHaveLength(1);
  expect(problemsOf({ ...version, clearFields: ['note', 'note'] })).toHaveLength(1);
  expect(problemsOf({ name: 'm' })).toHaveLength(1);
});

test('a conflict states the version and what would still change', () => {
  const { code, status, details } = patch.conflict(current, {
    ...version,
    name: 'n',
    note: 'z',
    clearFields: ['labels'],
  });
  expect([code, status]).toEqual(['version_conflict', 409]);
  expect(details).toEqual({ currentUpdatedAt: current.updatedAt, changedFields: ['note', 'labels'] });
});

test('the next version is later than the one before, and is the same where nothing differs', () => {
  expect(nextVersion(current, { ...current, labels: ['l'] }, now)).toBe(current);
  expect(nextVersion(current, { ...current, name: 'm' }, now)).toEqual({
    ...current,
    name: 'm',
    updatedAt: now.toISOString(),
  });
  const early = new Date('2026-11-20T11:00:00.000Z');
  expect(nextVersion(current, { ...current, name: 'm' }, early).updatedAt).toBe('2026-11-20T12:00:00.001Z');
});
