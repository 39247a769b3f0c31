import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { automation } from '../../kernel/core/actor.ts';
import { eventBody, eventId } from '../../kernel/log/event.ts';

/** The events that tell a reader what to fetch or to discard; the feed creates them when it is read. */
export const accessKinds = ['access.granted', 'access.revoked'] as const;

const resources = ['workspace', 'team', 'objective'] as const;

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
  /** The cause of the event; reading the feed again gives the same event. */
  cause: string;
  at: Date;
}

/** The text of an event that tells a reader what to fetch or to discard. */
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
