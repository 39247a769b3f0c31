import { expect, test } from 'vitest';
import { violationsOf, type Completion, type Grant, type WorkHistory } from './work-history.ts';

const grant = (fields: Partial<Grant> = {}): Grant => ({
  story: 'a',
  worker: 1,
  fencingNumber: 1,
  sentAt: 0,
  answeredAt: 1,
  expiresAt: 30,
  ...fields,
});
const done = (fields: Partial<Completion> = {}): Completion => ({
  story: 'a',
  worker: 1,
  fencingNumber: 1,
  sentAt: 10,
  answeredAt: 11,
  accepted: true,
  ...fields,
});
const good: WorkHistory = {
  stories: ['a', 'b'],
  blocks: [['b', 'a']],
  grants: [grant(), grant({ story: 'b', sentAt: 12, answeredAt: 13, expiresAt: 42 })],
  completions: [done(), done({ story: 'b', sentAt: 20 })],
};

test('a correct history has no violations, also with a second worker after the lease of the first', () => {
  expect(violationsOf(good)).toEqual([]);
  const second = { fencingNumber: 2, worker: 2, sentAt: 31 };
  const grants = [grant(), grant({ ...second, answeredAt: 32, expiresAt: 62 })];
  const completions = [done({ sentAt: 33, accepted: false }), done({ ...second, sentAt: 40 })];
  expect(violationsOf({ stories: ['a'], blocks: [], grants, completions })).toEqual([]);
});

test.each<[string, Partial<WorkHistory>]>([
  ['is never done', { completions: [done()] }],
  ['is done twice', { completions: [...good.completions, done({ sentAt: 12 })] }],
  ['is claimed twice under one number', { grants: [...good.grants, grant({ worker: 2, answeredAt: 40 })] }],
  ['is handed out within a lease', { grants: [grant({ worker: 2, fencingNumber: 0 }), ...good.grants] }],
  ['is done by a worker without the claim', { completions: [done({ worker: 2 }), good.completions[1]!] }],
  [
    'is done under an earlier claim',
    { grants: [...good.grants, grant({ fencingNumber: 2, answeredAt: 31 })] },
  ],
  ['is done after the lease', { completions: [done({ sentAt: 30 }), good.completions[1]!] }],
  ['is handed out while it waits', { completions: [done({ sentAt: 14 }), good.completions[1]!] }],
])('a history has a violation when a story %s', (_, broken) => {
  expect(violationsOf({ ...good, ...broken })).not.toEqual([]);
});
