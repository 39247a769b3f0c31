import * as z from 'zod';
import { hasRole, type Caller, type PrincipalKind } from '../../kernel/core/caller.ts';
import type { Credential } from '../../kernel/auth/credential-store.ts';
import type { Membership } from '../../kernel/auth/membership-store.ts';
import { allScopes } from '../../kernel/core/scopes.ts';
import { name, timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';

export const writeModes = ['direct', 'proposed'] as const;

/** What becomes of what is written with a credential. */
export const writesSchema = memoize(() =>
  z.enum(writeModes).meta({
    description:
      'What becomes of writes: with `proposed` they change nothing, and are answered with 202 and a proposal that someone else accepts.',
  }),
);

export const tokenSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      principalId: uuid().meta({ description: 'The member or service account that it authenticates as.' }),
      principalType: z.enum(['user', 'service_account']),
      name: name(),
      scopes: z.array(z.enum(allScopes)),
      teamRestriction: z.array(uuid()).nullable().meta({
        description:
          'The teams it is restricted to, without teams that the caller is not a member of; null if it can access all teams of its principal.',
      }),
      writes: writesSchema(),
      createdAt: timestamp(),
      expiresAt: timestamp(),
      revokedAt: timestamp().nullable(),
    })
    .meta({
      id: 'Token',
      description: 'A personal access token or a service-account key, without its secret.',
    }),
);

export type Token = z.output<ReturnType<typeof tokenSchema>>;

const principalTypes = { user: 'user', serviceAccount: 'service_account' } as const satisfies Record<
  PrincipalKind,
  Token['principalType']
>;

/** The creation schema of a credential. */
export const credentialFields = memoize(() => ({
  name: name(),
  scopes: uniqueList(z.enum(allScopes), allScopes.length).min(1, {
    error: 'must contain at least one scope',
  }),
  teamRestriction: uniqueList(uuid(), 100)
    .min(1, { error: 'must contain at least one team or be omitted' })
    .optional()
    .meta({ description: 'Restricts the token to these teams.' }),
  expiresAt: timestamp()
    .optional()
    .meta({ description: 'Between 1 minute and 365 days from now. Defaults to 90 days.' }),
  writes: writesSchema().default('direct'),
}));

/**
 * A credential as its caller may see it: without its hash and without teams that they are not in. A
 * credential from an earlier membership is shown as revoked at the start of the current one, and one that ends with the
 * acceptance of the membership at that time.
 */
export function showToken(
  {
    caller,
    membership,
  }: { caller: Caller; membership: Pick<Membership, 'since' | 'acceptedAt'> | undefined },
  credential: Credential,
): Token {
  const { id, workspaceId, principalId, name: label, createdAt, expiresAt, teamIds } = credential;
  const { since, acceptedAt } = membership ?? {};
  const isCurrent = credential.memberSince === since;
  const ended = isCurrent ? credential.untilAccepted && acceptedAt : since;
  return {
    id,
    workspaceId,
    principalId,
    principalType: principalTypes[credential.principalKind],
    name: label,
    scopes: [...credential.scopes],
    teamRestriction: teamIds && teamIds.filter((teamId) => caller.teamIds.has(teamId)),
    writes: credential.proposes ? 'proposed' : 'direct',
    createdAt,
    expiresAt,
    revokedAt: credential.revokedAt ?? (ended || null),
  };
}

/** Whether a caller may list and revoke the tokens of a person: their own, and all for an admin. */
export const mayManageTokensOf = (caller: Caller, principalId: string): boolean =>
  caller.kind === 'operator' || caller.principalId === principalId || hasRole(caller, 'admin');
