import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { roles } from '../core/caller.ts';
import { name, timestamp, uuid } from '../core/schema.ts';

/** The most teams a member can be in: their ids are read with every request. */
export const TEAMS_PER_MEMBER = 500;

export const email = () =>
  z.email({ error: 'must be an e-mail address' }).max(254, { error: 'must have at most 254 characters' });

/** Append new members at the end: their order is part of how members are stored. */
export const memberSchema = z
  .object({
    id: uuid().meta({
      description:
        "The member's id, as in assigneeId and reporterId. It is the workspace's own: the same person has another one elsewhere.",
    }),
    workspaceId: uuid(),
    name: name(),
    email: email().nullable().meta({
      description: 'Null for a member who is not invited yet: updateMember sets it, and so invites them.',
    }),
    role: z.enum(roles),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    removedAt: timestamp()
      .nullable()
      .meta({ description: 'Since when they are a member no more; null while they are.' }),
    acceptedAt: timestamp()
      .nullable()
      .meta({ description: 'When the person accepted to be a member; null until they do.' }),
  })
  .meta({ id: 'Member', description: 'A person in a workspace.' });

export type Member = z.output<typeof memberSchema>;

/** A member whose address is known, so that the person can come. */
export type InvitedMember = Member & { email: string };

/** How a member is updated. */
export const memberPatch = definePatch('MemberUpdate', {
  fields: {
    name: name(),
    role: z.enum(roles),
    email: email().meta({ description: 'Only for a member who has none.' }),
  },
});
