import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { automation, type Actor } from '../../kernel/core/actor.ts';
import { eventBody, eventId, type WebhookEvent } from '../../kernel/log/event.ts';

/**
 * The events by which a reader learns what to fetch or to forget. The feed makes them when it is read, since they depend
 * on the reader; webhooks do not receive them.
 */
export const accessKinds = ['access.granted', 'access.revoked'] as const;

export const isAccessKind = (type: string): boolean => (accessKinds as readonly string[]).includes(type);

const resources = ['workspace', 'team', 'objective', 'story'] as const;

/** The data of such an event. */
export const accessDataSchema = memoize(() =>
  z.object({ resource: z.enum(resources), id: uuid() }).meta({
    id: 'AccessChange',
    description: 'What came into sight or went out of it, with all that belongs to it.',
  }),
);

interface AccessChange {
  type: (typeof accessKinds)[number];
  resource: (typeof resources)[number];
  id: string;
  workspaceId: string;
  teamId: string | null;
  /** What it follows from: read again, it makes the same event. */
  cause: string;
  at: Date;
}

/** The text of an event that says what a reader has to fetch or to drop. */
export function accessEvent({ type, resource, id, workspaceId, teamId, cause, at }: AccessChange): string {
  return eventBody({
    id: eventId(`${type} ${id}`, cause, at),
    type,
    timestamp: at.toISOString(),
    workspaceId,
    teamId,
    actor: automation,
    data: { resource, id },
  });
}

/** What the log of a team has of a story that moved to another team. */
interface Departure {
  resource: 'story';
  id: string;
  /** The team that it is in now. */
  toTeamId: string;
}

interface Departed extends Pick<WebhookEvent, 'workspaceId' | 'teamId'> {
  storyId: string;
  toTeamId: string;
  actor: Actor;
  /** When the story moved. */
  timestamp: string;
}

/**
 * The event that the log of the former team gets when a story moves. Read models of that team then forget the
 * story, and readers of the feed who are not in the new team (moved-resources.ts).
 */
export function departureEvent({
  workspaceId,
  teamId,
  storyId,
  toTeamId,
  actor,
  timestamp,
}: Departed): WebhookEvent {
  const type = 'access.revoked';
  const id = eventId(`${type} ${storyId}`, timestamp, new Date(timestamp));
  const data: Departure = { resource: 'story', id: storyId, toTeamId };
  const body = eventBody({ id, type, timestamp, workspaceId, teamId, actor, data });
  return { id, type, workspaceId, teamId, subjectId: storyId, body };
}

/** What an event of the log says of a story that moved away; undefined for any other event. */
export const toDeparture = ({ type, data }: { type: string; data: object }): Departure | undefined =>
  type === 'access.revoked' && 'toTeamId' in data ? (data as Departure) : undefined;
