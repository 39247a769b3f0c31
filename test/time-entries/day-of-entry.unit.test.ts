import { expect, test } from 'vitest';
import { assertDayOf } from '../../shared/planning/time-entries/time-entry-requests.ts';

const start = '2026-11-27T11:00:00.000Z';

test.each(['2026-11-26', '2026-11-27', '2026-11-28'])(
  'time at 11:00 UTC on the 27th counts for %s, too',
  (date) => {
    expect(() => {
      assertDayOf(date, start);
    }).not.toThrow();
  },
);

test.each(['2026-11-25', '2026-11-29'])('time at 11:00 UTC on the 27th is on no %s', (date) => {
  expect(() => {
    assertDayOf(date, start);
  }).toThrow('2026-11-26 to 2026-11-28');
});
