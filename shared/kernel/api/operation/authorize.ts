import { hasRole, type Caller, type Role } from '../../core/caller.ts';
import { ApiError, insufficientRole } from '../../core/errors.ts';
import type { GuardedOperation } from './operation-kinds.ts';
import type { ParsedInput } from './parse-input.ts';
import { restrictedCredential } from './team-restriction.ts';

/** Throws a 403 if the caller may not call the operation. */
export function authorize(operation: GuardedOperation, caller: Caller): void {
  if (operation.kind === 'operator' || operation.kind === 'visitor') {
    if (caller.kind === operation.kind) return;
    throw new ApiError(
      'principal_not_supported',
      `${operation.id} is available only to the ${operation.kind} of the service.`,
    );
  }
  if (caller.kind === 'operator') return;
  const missing = operation.scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length > 0) {
    const named = missing.join(' and ');
    throw new ApiError('insufficient_scope', `The token lacks the scope ${named}.`, {
      hint:
        caller.kind === 'serviceAccount'
          ? `Use a key with ${named}; the service account needs it too, which admins change with updateServiceAccount.`
          : `Use a token that has ${named}.`,
      details: { missingScopes: missing },
    });
  }
  if (caller.kind === 'visitor' || !operation.principals.includes(caller.kind)) {
    throw unsupportedPrincipal(operation);
  }
  if (caller.kind === 'user') assertRole(operation, caller);
  if (caller.restrictedTeamIds !== null && operation.teamRestricted === 'refused') {
    throw restrictedCredential();
  }
}

const unsupportedPrincipal = ({ id, principals }: { id: string; principals: readonly string[] }): ApiError =>
  principals.includes('user')
    ? new ApiError('principal_not_supported', `${id} requires a person.`, {
        hint: 'Use a personal access token.',
      })
    : new ApiError('principal_not_supported', `${id} requires a service account.`, {
        hint: 'Use a key of the service account.',
      });

function assertRole({ id, role }: { id: string; role: Role }, caller: Caller): void {
  if (hasRole(caller, role)) return;
  const who = role === 'admin' ? 'admins' : 'members and admins';
  throw insufficientRole(`${id} is available only to ${who} of the workspace.`, role);
}

/** Throws `workspace_mismatch` where a path names another workspace than the credential's; paths without one pass. */
export function assertSameWorkspace({ path }: Pick<ParsedInput, 'path'>, caller: Caller): void {
  const workspaceId = path['workspaceId'];
  if (typeof workspaceId !== 'string' || workspaceId.toLowerCase() === caller.workspaceId) return;
  throw new ApiError('workspace_mismatch', "The workspace in the path is not the credential's workspace.");
}
