import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { allScopes, defaultAccountScopes } from '../../kernel/core/scopes.ts';
import {
  ADDRESS_MAX_CHARACTERS,
  httpsAddress,
  name,
  timestamp,
  uniqueList,
  uuid,
  memoize,
} from '../../kernel/core/schema.ts';
import { writesSchema } from '../tokens/token.ts';

/** The address of a picture, which is never fetched by this service. */
const avatarUrl = () => httpsAddress().meta({ maxLength: ADDRESS_MAX_CHARACTERS, format: 'uri' });

const accountScopes = () => z.array(z.enum(allScopes));

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  name: name(),
  avatarUrl: z.url().nullable().meta({ description: 'The picture shown next to its name, or null.' }),
  scopes: accountScopes().meta({
    description: 'What the account may do at most. Its keys and tokens can have fewer scopes, never more.',
  }),
  writes: writesSchema(),
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

/** Maximum number of teams in one request; more can be added one at a time. */
const newAccountTeams = () => uniqueList(uuid(), 40);

const newAccountScopes = () => uniqueList(z.enum(allScopes), allScopes.length);

export const serviceAccountCreateSchema = memoize(() =>
  z
    .strictObject({
      name: name(),
      scopes: newAccountScopes()
        .default([...defaultAccountScopes])
        .meta({ description: 'What the account may do at most; scopes that your own token has.' }),
      teamIds: newAccountTeams().default([]),
      avatarUrl: avatarUrl().optional(),
      writes: writesSchema().default('direct'),
    })
    .meta({ id: 'CreateServiceAccountRequest' }),
);

/** The update schema of a service account. */
export const serviceAccountPatch = definePatch('UpdateServiceAccountRequest', {
  fields: () => ({
    name: name(),
    scopes: newAccountScopes(),
    teamIds: newAccountTeams().meta({
      description: "The account's teams among those that you are in; its other teams stay as they are.",
    }),
    avatarUrl: avatarUrl(),
    writes: writesSchema(),
  }),
  cleared: { avatarUrl: null },
});
