import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { name, timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  name: name(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  deletedAt: timestamp().nullable().meta({ description: 'When it was deleted; otherwise null.' }),
}));

export const storedServiceAccountSchema = memoize(() => z.object(stored()));
export type ServiceAccount = z.output<ReturnType<typeof storedServiceAccountSchema>>;

export const serviceAccountSchema = memoize(() =>
  z
    .object({
      ...stored(),
      teamIds: z
        .array(uuid())
        .meta({ description: 'The teams of the account that the caller is also a member of.' }),
    })
    .meta({
      id: 'ServiceAccount',
      description: 'An identity for programs. It belongs to a workspace and is a member of teams.',
    }),
);

/** A service account with those of its teams that the reader is a member of. */
export type TeamedServiceAccount = z.output<ReturnType<typeof serviceAccountSchema>>;

/** Maximum number of teams on creation; more can be added one at a time. */
export const newAccountTeams = () => uniqueList(uuid(), 40);

/** The update schema of a service account. */
export const serviceAccountPatch = definePatch('UpdateServiceAccountRequest', {
  fields: () => ({ name: name() }),
});
