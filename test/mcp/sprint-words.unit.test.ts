import { expect, test } from 'vitest';
import { phaseOf } from '../../shared/planning/sprints/sprint-days.ts';
import { matchesOf } from '../../shared/surface/mcp/name-matches.ts';

const sprints = [
  { id: 'older', startDate: '2026-11-03T00:00:00.000Z', endDate: '2026-11-16T00:00:00.000Z' },
  { id: 'before', startDate: '2026-11-17T00:00:00.000Z', endDate: '2026-11-30T00:00:00.000Z' },
  { id: 'after', startDate: '2026-12-01T00:00:00.000Z', endDate: '2026-12-14T00:00:00.000Z' },
  { id: 'later', startDate: '2026-12-15T00:00:00.000Z', endDate: '2026-12-28T00:00:00.000Z' },
];

/** The sprints of a team in a zone that a word means at a moment. */
function meantBy(word: string, at: string, timeZone: string, closed: readonly string[] = []): string[] {
  const candidates = sprints.map(({ id, startDate, endDate }) => ({
    id,
    names: [id],
    teamId: 'team',
    startDate,
    phase: phaseOf(
      { startDate, endDate, timeZone, closedAt: closed.includes(id) ? startDate : null },
      new Date(at),
    ),
  }));
  return matchesOf('sprint', word, candidates).map(({ id }) => id);
}

const EVENING_IN_AMERICA = '2026-12-01T03:00:00.000Z';
const MORNING_IN_AUCKLAND = '2026-11-30T20:00:00.000Z';

test.each([
  // It is 30 November there.
  [EVENING_IN_AMERICA, 'America/Los_Angeles', { previous: 'older', current: 'before', next: 'after' }],
  [EVENING_IN_AMERICA, 'Europe/Berlin', { previous: 'before', current: 'after', next: 'later' }],
  // It is 1 December there.
  [MORNING_IN_AUCKLAND, 'Pacific/Auckland', { previous: 'before', current: 'after', next: 'later' }],
  [MORNING_IN_AUCKLAND, 'Europe/Berlin', { previous: 'older', current: 'before', next: 'after' }],
])('at %s, sprints in %s are named by their days there', (at, zone, words) => {
  for (const [word, id] of Object.entries({ ...words, last: words.previous }))
    expect([word, ...meantBy(word, at, zone)]).toEqual([word, id]);
});

test('a sprint that was closed early is the previous one, and between sprints none is current', () => {
  expect(meantBy('previous', MORNING_IN_AUCKLAND, 'Europe/Berlin', ['before'])).toEqual(['before']);
  expect(meantBy('current', MORNING_IN_AUCKLAND, 'Europe/Berlin', ['before'])).toEqual([]);
});
