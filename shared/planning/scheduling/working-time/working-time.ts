import * as z from 'zod';
import { dayText } from '../../../kernel/core/date-span.ts';
import { plainDate, name, timestamp, uuid, memoize } from '../../../kernel/core/schema.ts';
import { timeZone } from '../../../kernel/core/time-zone.ts';
import { dayOfWeek, weekdays } from '../../../kernel/core/weekdays.ts';

const STRETCHES_PER_DAY = 8;
const TEAM_SHARES_MAX = 50;
/** The maximum number of a member's time-off entries. */
export const TIME_OFF_MAX = 200;

const clockTime = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });

const stretchShape = memoize(() => ({
  start: clockTime(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'),
  end: clockTime(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:01 to 24:00'),
}));
const stretchMeaning = 'A stretch of a day, in local time.';

const stretch = memoize(() =>
  z.object(stretchShape()).meta({ id: 'WorkingStretch', description: stretchMeaning }),
);

const stretchInput = memoize(() =>
  z
    .strictObject(stretchShape())
    .refine(({ start, end }) => start < end, { error: 'must be after start', path: ['end'] })
    .meta({ id: 'WorkingStretchInput', description: stretchMeaning }),
);

const dayInput = () =>
  z
    .array(stretchInput())
    .max(STRETCHES_PER_DAY, { error: `must contain at most ${STRETCHES_PER_DAY} entries` })
    .refine((all) => all.every(({ start }, at) => at === 0 || all[at - 1]!.end <= start), {
      error: 'must be in order, without overlaps',
    })
    .default([]);

const weekOf = <D extends z.ZodType>(day: () => D) => ({
  monday: day(),
  tuesday: day(),
  wednesday: day(),
  thursday: day(),
  friday: day(),
  saturday: day(),
  sunday: day(),
});

const weekly = () =>
  z
    .object(weekOf(() => z.array(stretch())))
    .meta({ id: 'WorkingWeek', description: 'The working hours of each weekday.' });

const weeklyInput = () =>
  z.strictObject(weekOf(dayInput)).meta({
    id: 'WorkingWeekInput',
    description: 'The working hours of each weekday; none on days left out.',
  });

const shareShape = memoize(() => ({
  teamId: uuid(),
  percent: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be at least 0' })
    .max(100, { error: 'must be at most 100' }),
}));
const shareMeaning = "The part of each week's working time that a team may take.";
const teamShare = memoize(() => z.object(shareShape()).meta({ id: 'TeamShare', description: shareMeaning }));
const teamShareInput = memoize(() =>
  z.strictObject(shareShape()).meta({ id: 'TeamShareInput', description: shareMeaning }),
);

const sharesMeaning = 'How much of each week a team may take. Teams that are not named may take all of it.';
const teamShares = () => z.array(teamShare()).meta({ description: sharesMeaning });

const teamSharesInput = () =>
  z
    .array(teamShareInput())
    .max(TEAM_SHARES_MAX, { error: `must contain at most ${TEAM_SHARES_MAX} entries` })
    .refine((all) => new Set(all.map(({ teamId }) => teamId)).size === all.length, {
      error: 'must not name a team twice',
    })
    .default([])
    .meta({ description: sharesMeaning });

export const workingHoursSchema = memoize(() =>
  z
    .object({
      memberId: uuid(),
      workspaceId: uuid(),
      timeZone: timeZone(),
      weekly: weekly(),
      teamShares: teamShares(),
      updatedAt: timestamp().nullable().meta({
        description:
          'The current version, to send as expectedUpdatedAt in an update; null for the default, until hours are set.',
      }),
    })
    .meta({ id: 'WorkingHours', description: 'When a member works.' }),
);

export type WorkingHours = z.output<ReturnType<typeof workingHoursSchema>>;

export const workingHoursUpdateSchema = memoize(() =>
  z
    .strictObject({
      expectedUpdatedAt: timestamp().nullable().optional().meta({
        description:
          'The updatedAt of the version you have read, null for the default; required once hours are set.',
      }),
      timeZone: timeZone(),
      weekly: weeklyInput(),
      teamShares: teamSharesInput(),
    })
    .meta({ id: 'UpdateWorkingHoursRequest' }),
);

/** The week of a member who has not set any hours. */
export function defaultWeek(): WorkingHours['weekly'] {
  const office = () => [{ start: '09:00', end: '17:00' }];
  return {
    monday: office(),
    tuesday: office(),
    wednesday: office(),
    thursday: office(),
    friday: office(),
    saturday: [],
    sunday: [],
  };
}

/** The working hours of a member who has not set any. */
export const defaultHours = (workspaceId: string, memberId: string): WorkingHours => ({
  memberId,
  workspaceId,
  timeZone: 'UTC',
  weekly: defaultWeek(),
  teamShares: [],
  updatedAt: null,
});

const shownName = () =>
  name().nullable().meta({ description: 'Shown to the member and to admins; null for everybody else.' });

const common = memoize(() => ({ id: uuid(), memberId: uuid(), workspaceId: uuid() }));

export const timeOffSchema = memoize(() =>
  z
    .object({
      ...common(),
      startDate: plainDate().meta({ description: "The first day off, in the member's time zone." }),
      endDate: plainDate().meta({ description: 'The last day off.' }),
      name: shownName(),
      createdAt: timestamp(),
    })
    .meta({ id: 'TimeOff', description: 'Whole days on which a member does not work.' }),
);

export type TimeOff = z.output<ReturnType<typeof timeOffSchema>>;

type PlainSpan = Pick<TimeOff, 'startDate' | 'endDate'>;

/** Whether a day such as `2026-12-24` is one of days off. */
export const isDayOff = (timeOff: readonly PlainSpan[], day: string): boolean =>
  timeOff.some(({ startDate, endDate }) => startDate <= day && day <= endDate);

/** The days on which a member works. */
export interface WorkingDays {
  weekly: WorkingHours['weekly'];
  timeOff: readonly PlainSpan[];
}

/** Whether a member works on a day of their calendar, counted from 1970-01-01. */
export const worksOn = ({ weekly, timeOff }: WorkingDays, day: number): boolean =>
  weekly[weekdays[dayOfWeek(day)]!].length > 0 && !isDayOff(timeOff, dayText(day));

const daysOff = memoize(() => ({ startDate: plainDate(), endDate: plainDate() }));
const isOrdered = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate <= endDate;
const unordered = { error: 'must not be before startDate', path: ['endDate'] };

/** Days off without a name. */
export const daysOffSchema = memoize(() =>
  z
    .strictObject(daysOff())
    .refine(isOrdered, unordered)
    .meta({ id: 'DaysOff', description: "Whole days, in the member's time zone." }),
);

export const timeOffCreateSchema = memoize(() =>
  z
    .strictObject({ ...daysOff(), name: name().optional() })
    .refine(isOrdered, unordered)
    .meta({ id: 'CreateTimeOffRequest' }),
);

export const busyTimeSchema = memoize(() =>
  z
    .object({
      ...common(),
      startDate: timestamp(),
      endDate: timestamp(),
      name: shownName(),
      createdAt: timestamp(),
    })
    .meta({ id: 'BusyTime', description: 'A time that is taken, such as a meeting.' }),
);

export type BusyTime = z.output<ReturnType<typeof busyTimeSchema>>;

const span = memoize(() => ({ startDate: timestamp(), endDate: timestamp() }));
const isForward = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate < endDate;
const backward = { error: 'must be after startDate', path: ['endDate'] };

/** A busy time without a name. */
export const busySpanSchema = memoize(() =>
  z
    .strictObject(span())
    .refine(isForward, backward)
    .meta({ id: 'BusySpan', description: 'A time that is taken.' }),
);

export const busyTimeCreateSchema = memoize(() =>
  z
    .strictObject({ ...span(), name: name().optional() })
    .refine(isForward, backward)
    .meta({ id: 'CreateBusyTimeRequest' }),
);
