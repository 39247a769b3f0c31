import * as z from 'zod';
import { newsKinds } from '../../identity/mail/news-kind.ts';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { origin } from '../../kernel/core/origin.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';

/** How long notifications are kept. */
export const NOTIFICATION_DAYS = 90;

/** The most notifications that a person gets of one day, and of them that one other causes. */
export const NOTIFICATIONS_OF_DAY_MAX = 200;
export const NOTIFICATIONS_OF_ACTOR_MAX = 100;

/** The number to which unread notifications are counted. */
export const UNREAD_COUNT_MAX = 100;

const newsKind = () =>
  z.enum(newsKinds).meta({
    description:
      'assigned, mentioned, commented and status_changed are about stories: the latter two about those that the person watches. update_posted and update_due are about the updates of objectives that they lead, created or contribute to. input_awaited says that an agent which they called to a story has a question, rule_disabled that a rule which acts as them, or which they made, failed too often, the last time for that story.',
  });

const sourceTypes = ['comment', 'objective_update', 'agent_session'] as const;

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  kind: newsKind(),
  source: z
    .object({ type: z.enum(sourceTypes), id: uuid() })
    .nullable()
    .meta({ description: 'The comment, update or session that it is about.' }),
  actor: actorSchema(),
  createdAt: timestamp(),
}));

export const storedNotificationSchema = memoize(() =>
  z.object({ ...stored(), storyId: uuid().nullable(), objectiveId: uuid().nullable() }),
);

/** A notification as stored, without texts: they are read with the rights and in the state of the moment they are shown. */
export type StoredNotification = z.output<ReturnType<typeof storedNotificationSchema>>;

export const notificationSchema = memoize(() =>
  z
    .object({
      ...stored(),
      teamId: uuid(),
      resource: z
        .object({
          type: z.enum(['story', 'objective']),
          id: uuid(),
          reference: z.string().nullable().meta({ description: 'Of a story.' }),
          title: z.string(),
          origin: origin(),
        })
        .meta({ description: 'The story or objective as it is now.' }),
      excerpt: z.object({ text: z.string(), origin: origin() }).nullable().meta({
        description:
          'The beginning of the source as it is now; null if there is none any more, and of a comment without the scope comments:read.',
      }),
      actorName: z
        .string()
        .nullable()
        .meta({ description: 'Null for the service itself, and without the scope members:read.' }),
      readAt: timestamp().nullable(),
    })
    .meta({ id: 'Notification', description: 'A notification of the caller.' }),
);

export type Notification = z.output<ReturnType<typeof notificationSchema>>;

export const unreadCountSchema = memoize(() =>
  z
    .object({
      unread: z.int(),
      hasMore: z.boolean().meta({ description: `Whether there are more than ${UNREAD_COUNT_MAX}.` }),
    })
    .meta({ id: 'UnreadCount', description: 'How many notifications the caller has not read.' }),
);

export const notificationsReadSchema = memoize(() =>
  z
    .object({ until: timestamp().meta({ description: 'All that were created until then are read.' }) })
    .meta({ id: 'NotificationsRead', description: 'Until when notifications are read.' }),
);
