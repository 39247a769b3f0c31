import * as z from 'zod';
import { plainDate, text, timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';
import { timeZone } from '../../kernel/core/time-zone.ts';
import { weekdays } from '../../kernel/core/weekdays.ts';

/** The options for unfinished stories of a sprint that ends. */
export const unfinishedActions = ['roll_over', 'to_backlog', 'stay'] as const;

/** The maximum number of dates that can be skipped in advance. */
const SKIPS_MAX = 26;

/** The last day after which a sprint can start: days sort as text while their years have four digits. */
export const LAST_DAY = '9899-12-31';
const pauseEnd = () =>
  plainDate().refine((day) => day <= LAST_DAY, { error: 'must be in a year before 9900' });

const whole = (from: number, to: number) =>
  z
    .int({ error: 'must be a whole number', abort: true })
    .min(from, { error: `must be at least ${from}` })
    .max(to, { error: `must be at most ${to}` });

const settings = memoize(() => ({
  enabled: z.boolean().meta({
    description:
      'Whether the service makes, starts and closes sprints. Without it, sprints stay as they are.',
  }),
  lengthWeeks: whole(1, 8),
  startsOn: z.enum(weekdays).meta({ description: 'The weekday on which each sprint starts.' }),
  timeZone: timeZone().meta({
    description: 'Sprints start and end at midnight in this zone, an IANA name such as Europe/Berlin.',
  }),
  cooldownDays: whole(0, 14).meta({
    description:
      'Days without a sprint after each one, at least; the next starts on the next `startsOn` day.',
  }),
  upcoming: whole(1, 6).meta({ description: 'How many sprints are made ahead.' }),
  unfinished: z.enum(unfinishedActions).meta({
    description:
      "What becomes of a closed sprint's unfinished stories: `roll_over` moves them to the next sprint, `to_backlog` takes them out of the sprint without changing their status, `stay` leaves them in it.",
  }),
}));

const GOAL_NOTE =
  'The goal of new sprints; `{number}`, `{startDate}` and `{endDate}` are replaced by the values of each.';
const PAUSE_NOTE = 'No sprint starts before this day; the running one still ends.';
const SKIP_NOTE = 'Days in the zone; the sprint that would run on one of them is left out.';
const goalTemplate = () => text({ max: 1_000, multiline: true });
const skip = () => uniqueList(plainDate(), SKIPS_MAX);

export const cadenceSchema = memoize(() =>
  z
    .object({
      workspaceId: uuid(),
      teamId: uuid(),
      ...settings(),
      goalTemplate: goalTemplate().nullable().meta({ description: GOAL_NOTE }),
      pausedUntil: plainDate().nullable().meta({ description: PAUSE_NOTE }),
      skip: skip().meta({ description: SKIP_NOTE }),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'SprintCadence', description: 'How a team has its sprints made, started and closed.' }),
);

export type Cadence = z.output<ReturnType<typeof cadenceSchema>>;

export const cadenceUpdateSchema = memoize(() =>
  z
    .strictObject({
      expectedUpdatedAt: timestamp().optional().meta({
        description: 'The updatedAt of the version you have read; required once there is a cadence.',
      }),
      ...settings(),
      cooldownDays: settings().cooldownDays.default(0),
      upcoming: settings().upcoming.default(2),
      unfinished: settings().unfinished.default('roll_over'),
      goalTemplate: goalTemplate().optional().meta({ description: GOAL_NOTE }),
      pausedUntil: pauseEnd().optional().meta({ description: PAUSE_NOTE }),
      skip: skip().default([]).meta({ description: SKIP_NOTE }),
    })
    .meta({ id: 'UpdateSprintCadenceRequest' }),
);

type Settings = Omit<Cadence, 'workspaceId' | 'teamId' | 'createdAt' | 'updatedAt'>;

/** The settings of a request; omitted ones get their defaults, not their previous values. */
export function settingsOf(request: z.output<ReturnType<typeof cadenceUpdateSchema>>): Settings {
  const { expectedUpdatedAt: _, goalTemplate: goal, pausedUntil, ...sent } = request;
  return { ...sent, goalTemplate: goal ?? null, pausedUntil: pausedUntil ?? null };
}

/** The goal of one sprint from the team's template. */
export const goalOf = (
  { goalTemplate }: Pick<Cadence, 'goalTemplate'>,
  values: { number: number; startDate: string; endDate: string },
): string | null =>
  goalTemplate &&
  goalTemplate.replaceAll(/\{(number|startDate|endDate)\}/g, (_, name: keyof typeof values) =>
    String(values[name]),
  );
