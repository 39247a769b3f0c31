import * as z from 'zod';
import type { Scope } from '../../kernel/core/scopes.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

/** What a calendar shows. */
export const calendarFeedKinds = ['my_schedule', 'my_stories', 'team', 'view'] as const;
export type CalendarFeedKind = (typeof calendarFeedKinds)[number];

/** Maximum number of a person's calendar feeds. */
export const CALENDAR_FEEDS_MAX = 50;

/** The scopes that what a calendar shows needs anywhere else; a view may need those of what its filter names, too. */
export const scopesOfKind: Readonly<Record<CalendarFeedKind, readonly Scope[]>> = {
  my_schedule: ['schedule:read', 'stories:read'],
  my_stories: ['stories:read'],
  team: ['sprints:read', 'objectives:read'],
  view: ['stories:read'],
};

const kind = () =>
  z.enum(calendarFeedKinds).meta({
    description:
      "What the calendar shows: the blocks that are planned for its owner (my_schedule), the days of the stories assigned to them (my_stories), the sprints and objectives of a team (team), or the days of a saved view's stories (view).",
  });

const shape = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  memberId: uuid().meta({ description: 'Whose it is: the calendar shows what this member may see.' }),
  kind: kind(),
  teamId: uuid()
    .nullable()
    .meta({ description: 'The team that it shows, of the kind team; otherwise null.' }),
  viewId: uuid()
    .nullable()
    .meta({ description: 'The view that it shows, of the kind view; otherwise null.' }),
  createdAt: timestamp(),
}));

export const calendarFeedSchema = memoize(() =>
  z.object(shape()).meta({
    id: 'CalendarFeed',
    description:
      'A secret address at which calendar programs read a file. The address is returned only on creation.',
  }),
);

export type CalendarFeed = z.output<ReturnType<typeof calendarFeedSchema>>;

/**
 * A feed as it is stored: with a hash of its secret, the membership that it ends with, and what the credential that
 * made it could read.
 */
export const storedFeedSchema = memoize(() =>
  z.object({
    ...shape(),
    hash: z.string(),
    memberSince: z.string().nullable(),
    scopes: z.array(z.string()),
  }),
);

export type StoredFeed = z.output<ReturnType<typeof storedFeedSchema>>;

export const calendarFeedCreateSchema = memoize(() =>
  z
    .strictObject({
      kind: kind(),
      teamId: uuid().optional().meta({ description: 'Required with the kind team, and only for it.' }),
      viewId: uuid().optional().meta({ description: 'Required with the kind view, and only for it.' }),
    })
    .meta({ id: 'CreateCalendarFeedRequest' }),
);

/** A feed as the API shows it. */
export const toCalendarFeed = ({
  hash: _,
  memberSince: __,
  scopes: ___,
  ...feed
}: StoredFeed): CalendarFeed => feed;
