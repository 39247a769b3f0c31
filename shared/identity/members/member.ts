import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { roles } from '../../kernel/core/caller.ts';
import { name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** Maximum number of teams a member can be in: their ids are read with every request. */
export const TEAMS_PER_MEMBER = 500;

export const email = () =>
  z.email({ error: 'must be an email address' }).max(254, { error: 'must be at most 254 characters' });

export const memberSchema = memoize(() =>
  z
    .object({
      id: uuid().meta({
        description:
          "The member's id, as used in assigneeId and reporterId. Specific to this workspace: the same person has different ids in other workspaces.",
      }),
      workspaceId: uuid(),
      name: name(),
      email: email().nullable().meta({
        description: 'Null for a member who has not been invited. Set it with updateMember to invite them.',
      }),
      role: z.enum(roles),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      removedAt: timestamp().nullable().meta({ description: 'When they were removed; otherwise null.' }),
      acceptedAt: timestamp()
        .nullable()
        .meta({ description: 'When the person accepted the membership; null until then.' }),
    })
    .meta({ id: 'Member', description: 'A person in a workspace.' }),
);

export type Member = z.output<ReturnType<typeof memberSchema>>;

/** A member with an email address. */
export type InvitedMember = Member & { email: string };

/** The update schema of a member. */
export const memberPatch = definePatch('UpdateMemberRequest', {
  fields: () => ({
    name: name(),
    role: z.enum(roles),
    email: email().meta({ description: 'Can be set only on a member without an email address.' }),
  }),
});
