import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { name, timestamp, uniqueList, uuid } from '../core/schema.ts';

/** Append new members at the end: their order is part of how service accounts are stored. */
const stored = {
  id: uuid(),
  workspaceId: uuid(),
  name: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  deletedAt: timestamp().nullable().meta({ description: 'Since when it is no more; null while it is.' }),
};

export const storedServiceAccountSchema = z.object(stored);
export type ServiceAccount = z.output<typeof storedServiceAccountSchema>;

export const serviceAccountSchema = z
  .object({
    ...stored,
    teamIds: z.array(uuid()).meta({ description: 'Those of its teams that the caller is in.' }),
  })
  .meta({
    id: 'ServiceAccount',
    description: 'A principal for programs. It belongs to a workspace and is given teams.',
  });

/** A service account, with those of its teams that its reader is in. */
export type TeamedServiceAccount = z.output<typeof serviceAccountSchema>;

/** As many teams as a service account can be made with; more are given one by one. */
export const newAccountTeams = () => uniqueList(uuid(), 40);

/** How a service account is updated. */
export const serviceAccountPatch = definePatch('ServiceAccountUpdate', { fields: { name: name() } });
