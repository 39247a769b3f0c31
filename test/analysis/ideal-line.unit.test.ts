import { describe, expect, test } from 'vitest';
import { burnDownOf } from '../../shared/planning/analysis/burn-down.ts';
import { workedDays } from '../../shared/planning/analysis/worked-days.ts';
import { utcDay } from '../../shared/kernel/core/date-span.ts';
import { tallyOf } from '../../shared/planning/counts/story-counts.ts';
import { burnDownPicture } from '../../shared/planning/pictures/burn-down-picture.ts';
import { defaultWeek } from '../../shared/planning/scheduling/working-time/working-time.ts';

type People = Parameters<typeof workedDays>[1];

/** Monday 2 to Sunday 15 November 2026. */
const fortnight = { first: utcDay('2026-11-02'), last: utcDay('2026-11-15') };
const office = { weekly: defaultWeek(), timeOff: [] };

/** The days of a sprint of ten stories in which nothing has happened. */
function burnDown(people: People, { first, last } = fortnight) {
  const tally = tallyOf({ backlog: 10, remainingSize: 1_000 });
  const input = { days: new Map(), tally, start: first, end: last, today: first };
  return burnDownOf({ ...input, worked: workedDays({ first, last }, people) }, { first, last });
}
const idealOf = (people: People, span = fortnight) =>
  burnDown(people, span).map(({ ideal }) => ideal!.estimate);

test('the ideal line of a fortnight is level on weekends', () => {
  expect(idealOf([office])).toEqual([9, 8, 7, 6, 5, 5, 5, 4, 3, 2, 1, 0, 0, 0]);
});

test('the ideal line is drawn where the numbers say', () => {
  const [, path] = /class="guide" d="M([^"]+)"/.exec(
    burnDownPicture({ name: 'Burn-down', days: burnDown([office]) }),
  )!;
  const heights = path!.split('L').map((point) => Number(point.split(',')[1]));
  const [friday, saturday, sunday, monday] = heights.slice(4, 8);
  expect([saturday, sunday]).toEqual([friday, friday]);
  expect(monday).toBeGreaterThan(sunday!);
});

describe('the ideal line is level on a day', () => {
  const thursdayOff = { ...office, timeOff: [{ startDate: '2026-11-05', endDate: '2026-11-06' }] };

  test('that the only member has off', () => {
    expect(idealOf([thursdayOff])).toEqual([
      8.75, 7.5, 6.25, 6.25, 6.25, 6.25, 6.25, 5, 3.75, 2.5, 1.25, 0, 0, 0,
    ]);
  });

  test('that all have off, and not while one of them works', () => {
    const fridayOff = { ...office, timeOff: [{ startDate: '2026-11-06', endDate: '2026-11-06' }] };
    expect(idealOf([thursdayOff, fridayOff]).slice(2, 5)).toEqual([6.67, 5.56, 5.56]);
    expect(idealOf([thursdayOff, office]).slice(2, 5)).toEqual([7, 6, 5]);
  });

  test('on which no one has working hours', () => {
    const weekend = { ...defaultWeek(), saturday: defaultWeek().monday };
    const saturdayOnly = { weekly: { ...weekend, monday: [], tuesday: [], friday: [] }, timeOff: [] };
    // Wednesday, Thursday and Saturday of two weeks.
    expect(idealOf([saturdayOnly])).toEqual([10, 10, 8.33, 6.67, 6.67, 5, 5, 5, 5, 3.33, 1.67, 1.67, 0, 0]);
  });
});

test('the ideal line is straight if all days are off', () => {
  const weekend = { first: utcDay('2026-11-07'), last: utcDay('2026-11-08') };
  expect(idealOf([office], weekend)).toEqual([5, 0]);
  const away = { ...office, timeOff: [{ startDate: '2026-01-01', endDate: '2026-12-31' }] };
  expect(idealOf([away], { first: utcDay('2026-11-02'), last: utcDay('2026-11-05') })).toEqual([
    7.5, 5, 2.5, 0,
  ]);
});

test('weekdays before 1970 are known too', () => {
  // Friday 26 to Monday 29 December 1969.
  const span = { first: utcDay('1969-12-26'), last: utcDay('1969-12-29') };
  expect(idealOf([office], span)).toEqual([5, 5, 5, 0]);
});
