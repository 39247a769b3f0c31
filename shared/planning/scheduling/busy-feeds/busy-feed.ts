import * as z from 'zod';
import { memoize, text, timestamp, uuid } from '../../../kernel/core/schema.ts';

/** Maximum number of a person's busy feeds. */
export const BUSY_FEEDS_MAX = 5;

const shape = memoize(() => ({
  id: uuid(),
  memberId: uuid(),
  workspaceId: uuid(),
  url: z.string().nullable().meta({
    description:
      'The host of its address, and a fingerprint of the whole, which is a secret. Shown to the member and to admins; null for everybody else.',
  }),
  lastReadAt: timestamp().nullable().meta({
    description: 'When the calendar was last read, also where it had not changed; null before.',
  }),
  problem: z.string().nullable().meta({
    description:
      'Why the calendar could not be read, until it is again; its last times count for a day. Shown to the member and to admins; null for everybody else.',
  }),
  createdAt: timestamp(),
}));

export const busyFeedSchema = memoize(() =>
  z.object(shape()).meta({
    id: 'BusyFeed',
    description: 'The address of a calendar whose events are times that a member has no time.',
  }),
);

export type BusyFeed = z.output<ReturnType<typeof busyFeedSchema>>;

/** A feed as it is stored: with its encrypted address, and what was read there. */
export const storedBusyFeedSchema = memoize(() =>
  z.object({
    ...shape(),
    /** Its place among those of the member, from 0. */
    slot: z.int(),
    sealed: z.string(),
    /** The membership that it ends with. */
    memberSince: z.string().nullable(),
    /** The number of times in a row that it could not be read. */
    failures: z.int(),
    /** The version of the calendar, as its server names it. */
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    /** A hash of the calendar that was read last. */
    digest: z.string().nullable(),
    /** The first day that it was read for, and in which time zone. */
    readFor: z.string().nullable(),
  }),
);

export type StoredBusyFeed = z.output<ReturnType<typeof storedBusyFeedSchema>>;

export const busyFeedCreateSchema = memoize(() =>
  z
    .strictObject({
      url: text({ max: 2_048 }).meta({
        format: 'uri',
        description:
          'The secret or published address of the calendar: https:// or webcal://. It is never shown again.',
      }),
    })
    .meta({ id: 'CreateBusyFeedRequest' }),
);

export type BusyFeedCreate = z.output<ReturnType<typeof busyFeedCreateSchema>>;

/** A feed as the API shows it. */
export const toBusyFeed = ({
  id,
  memberId,
  workspaceId,
  url,
  lastReadAt,
  problem,
  createdAt,
}: StoredBusyFeed): BusyFeed => ({ id, memberId, workspaceId, url, lastReadAt, problem, createdAt });
