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
    role: z.enum(roles).nullable().meta({ description: 'Null for a service account, which has no role.' }),
    credential: z.object({ id: uuid(), name: z.string(), expiresAt: timestamp() }),
    scopes: z.array(z.enum(allScopes)),
    teamRestriction: z
      .array(uuid())
      .nullable()
      .meta({ description: 'The only teams the credential reaches, or null where it is not restricted.' }),
    teamIds: z.array(uuid()).meta({ description: 'The teams the credential reaches now.' }),
  })
  .meta({ id: 'Caller', description: 'Who a credential stands for, with the rights that hold now.' });

export const getCaller = operation({
  id: 'getCaller',
  method: 'GET',
  path: '/api/v1/me',
  tag: 'Workspaces',
  summary: 'Get the caller',
  description: 'Tells the holder of a credential who it stands for, and its workspace. Needs no scope.',
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
