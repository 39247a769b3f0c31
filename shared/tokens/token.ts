import * as z from 'zod';
import type { Caller, PrincipalKind } from '../core/caller.ts';
import type { Credential } from '../auth/credential-store.ts';
import { allScopes } from '../core/scopes.ts';
import { name, timestamp, uniqueList, uuid } from '../core/schema.ts';

export const tokenSchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    principalId: uuid().meta({ description: 'The member, or the service account, that it stands for.' }),
    principalType: z.enum(['user', 'service_account']),
    name: name(),
    scopes: z.array(z.enum(allScopes)),
    teamIds: z.array(uuid()).nullable().meta({
      description:
        "Those of the teams that it is restricted to that the caller is in; null where it reaches all of its principal's.",
    }),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    revokedAt: timestamp().nullable(),
  })
  .meta({
    id: 'Token',
    description: 'A personal access token or a service-account key, without its secret.',
  });

export type Token = z.output<typeof tokenSchema>;

const principalTypes = { user: 'user', serviceAccount: 'service_account' } as const satisfies Record<
  PrincipalKind,
  Token['principalType']
>;

/** What is sent to make a credential. */
export const credentialFields = {
  name: name(),
  scopes: uniqueList(z.enum(allScopes), allScopes.length).min(1, { error: 'must name at least one scope' }),
  teamIds: uniqueList(uuid(), 100)
    .min(1, { error: 'must name at least one team, or be left out' })
    .optional()
    .meta({ description: 'The only teams it reaches.' }),
  expiresAt: timestamp()
    .optional()
    .meta({ description: '1 minute to 365 days from now; 90 days when left out.' }),
};

/**
 * A credential as its caller may see it: without its hash, and without teams that they are not in. One of a
 * membership that has ended since is shown as revoked when the present one began.
 */
export function showToken(
  { caller, since }: { caller: Caller; since: string | undefined },
  credential: Credential,
): Token {
  const { id, workspaceId, principalId, name: label, createdAt, expiresAt, teamIds } = credential;
  const ended = credential.memberSince === since ? null : (since ?? null);
  return {
    id,
    workspaceId,
    principalId,
    principalType: principalTypes[credential.principalKind],
    name: label,
    scopes: [...credential.scopes],
    teamIds: teamIds && teamIds.filter((teamId) => caller.teamIds.has(teamId)),
    createdAt,
    expiresAt,
    revokedAt: credential.revokedAt ?? ended,
  };
}
