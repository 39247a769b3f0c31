import * as z from 'zod';
import { operation } from '../api/operation/operation.ts';
import { roles } from '../core/caller.ts';
import { allScopes } from '../core/scopes.ts';
import { timestamp, uuid } from '../core/schema.ts';

const callerSchema = z
  .object({
    workspaceId: uuid(),
    principalId: uuid(),
    principalType: z.enum(['user', 'service_account']),
    role: z.enum(roles).nullable().meta({ description: 'Null for a service account.' }),
    credential: z.object({ id: uuid(), name: z.string(), expiresAt: timestamp() }),
    scopes: z.array(z.enum(allScopes)),
    teamRestriction: z
      .array(uuid())
      .nullable()
      .meta({
        description: 'The teams that the credential is restricted to, or null if it is unrestricted.',
      }),
    teamIds: z.array(uuid()).meta({ description: 'The teams that the credential can currently access.' }),
  })
  .meta({ id: 'Caller', description: 'The principal of a credential and its current rights.' });

export const getCaller = operation({
  id: 'getCaller',
  method: 'GET',
  path: '/api/v1/me',
  tag: 'Workspaces',
  summary: 'Get the caller',
  description: 'Returns the principal, rights and workspace of the credential. Requires no scope.',
  scopes: [],
  principals: ['user', 'serviceAccount'],
  output: callerSchema,
  handle: async ({ caller }) => ({
    workspaceId: caller.workspaceId,
    principalId: caller.principalId,
    principalType: caller.kind === 'user' ? ('user' as const) : ('service_account' as const),
    role: caller.role,
    credential: { id: caller.credentialId, name: caller.credentialName, expiresAt: caller.expiresAt },
    scopes: [...caller.scopes],
    teamRestriction: caller.restrictedTeamIds && [...caller.restrictedTeamIds],
    teamIds: [...caller.teamIds],
  }),
});
