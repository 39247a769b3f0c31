import * as z from 'zod';
import { orNotFound } from '../../kernel/core/errors.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { writesSchema } from '../tokens/token.ts';
import { principalOf } from './principal-of.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { roles, type Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { allScopes } from '../../kernel/core/scopes.ts';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

const callerSchema = memoize(() =>
  z
    .object({
      workspaceId: uuid(),
      principalId: uuid(),
      name: z.string().meta({ description: 'The name of the member or service account.' }),
      principalType: z.enum(['user', 'service_account']),
      role: z.enum(roles).nullable().meta({ description: 'Null for a service account.' }),
      credential: z.object({ id: uuid(), name: z.string(), expiresAt: timestamp() }),
      scopes: z.array(z.enum(allScopes)),
      teamRestriction: z.array(uuid()).nullable().meta({
        description: 'The teams that the credential is restricted to, or null if it is unrestricted.',
      }),
      writes: writesSchema(),
      teamIds: z.array(uuid()).meta({ description: 'The teams that the credential can currently access.' }),
    })
    .meta({ id: 'Caller', description: 'The principal of a credential and its current rights.' }),
);

export const getCaller = operation({
  id: 'getCaller',
  method: 'GET',
  path: '/api/v1/me',
  tag: 'Workspaces',
  summary: 'Get the caller',
  description:
    'Returns the principal, rights and workspace of the credential. Requires no scope. With an OAuth access token, call listWorkspaces instead.',
  scopes: [],
  output: callerSchema,
  handle: async ({ caller, read }) => ({
    workspaceId: caller.workspaceId,
    principalId: caller.principalId,
    name: await nameOf(read, caller),
    principalType: caller.kind === 'user' ? ('user' as const) : ('service_account' as const),
    role: caller.role,
    credential: { id: caller.credentialId, name: caller.credentialName, expiresAt: caller.expiresAt },
    scopes: [...caller.scopes],
    teamRestriction: caller.restrictedTeamIds && [...caller.restrictedTeamIds],
    writes: caller.proposes ? ('proposed' as const) : ('direct' as const),
    teamIds: [...caller.teamIds],
  }),
});

async function nameOf(read: Reader, { workspaceId, principalId }: Caller): Promise<string> {
  const item = await getMemberItem(read, workspaceId, principalId);
  return principalOf(principalId, orNotFound(item, 'principal')).name;
}
