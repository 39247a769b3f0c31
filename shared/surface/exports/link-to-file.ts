import { presignGet, storagePlace } from '../../kernel/aws/presign.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { bucketOf, keyOf, type ExportPlace } from './export-files.ts';

/** How long a link is valid, in seconds. */
const LINK_SECONDS = 5 * 60;

/**
 * A link by which anyone who has it saves a file of an export, for a caller who can read now what the files have. Throws a
 * 403 without one of the scopes, a 404 without one of the teams.
 */
export function linkToFile(
  { caller, now, setting }: Pick<OperationContext, 'caller' | 'now' | 'setting'>,
  of: ExportPlace,
  { name, scopes, teamIds }: { name: string; scopes: readonly Scope[]; teamIds: readonly string[] },
): { url: string; expiresAt: string } {
  assertScopes(caller, scopes);
  assertTeams(caller, teamIds);
  const place = storagePlace();
  if (!place) throw new ApiError('service_unavailable', 'This environment cannot sign links to files.');
  const file = {
    bucket: bucketOf(setting),
    key: keyOf(of, name),
    contentType: 'application/octet-stream',
    contentDisposition: `attachment; filename="${name}"`,
  };
  return {
    url: presignGet(place, file, { now, seconds: LINK_SECONDS }),
    expiresAt: new Date(now.getTime() + LINK_SECONDS * 1_000).toISOString(),
  };
}

/** Throws a 404 for a caller who cannot read now what one of the teams in the files has. */
function assertTeams(caller: Caller, teamIds: readonly string[]): void {
  if (teamIds.every((id) => caller.teamIds.has(id))) return;
  throw new ApiError('not_found', 'The export has the content of a team that you cannot read now.', {
    hint: 'Export the workspace again, which copies the teams that you and your token can read.',
  });
}

/** Throws a 403 for a credential that may read less than the one that the export was made with. */
function assertScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missingScopes = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missingScopes.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `The export was made with the scope ${missingScopes.join(' and ')}.`,
    {
      hint: 'Use a token that has the scopes of the one that asked for the export.',
      details: { missingScopes },
    },
  );
}
