import { expect, test } from 'vitest';
import { withoutDerived } from '../../../cli/sync/kinds.ts';

test('a mirror has a story whose snooze is over as one that has read it before', () => {
  const triaged = (state: string, until: string | null) => ({
    id: 'a-story',
    triage: { state, until, duplicateOf: null },
  });
  const mirrored = (state: string, until: string | null) => withoutDerived('story', triaged(state, until));
  const until = '2026-11-20T12:00:00.000Z';
  expect(mirrored('pending', until)).toEqual(mirrored('snoozed', until));
  expect(mirrored('pending', null)).toEqual(triaged('pending', null));
});
