import { execute, type OperationResult } from '../../kernel/api/operation/execute.ts';
import { idempotencyClaim } from '../../kernel/api/operation/idempotency-store.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import { sessionAuthority } from './session-authority.ts';

/** A signed-in person as a member of a workspace. */
export interface ActingMember extends MemberLink {
  userId: string;
}

interface MemberCall {
  call: WebCall;
  member: ActingMember;
  body?: unknown;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** Identifies a form that may be sent twice, and is carried out once. */
  nonce?: string | undefined;
}

/**
 * Runs an operation of the API for a signed-in person, with their rights in the workspace at this moment. Throws what the
 * API answers.
 */
export async function runAsMember(
  operation: ExecutableOperation,
  { call: { services, request, now }, member, body, path = {}, query = {}, nonce }: MemberCall,
): Promise<OperationResult> {
  const { userId, workspaceId, memberId } = member;
  const sent = { path: request.path, body: request.body };
  const principal = { principalId: memberId, workspaceId };
  const claim =
    nonce === undefined
      ? undefined
      : idempotencyClaim(operation, principal, { ...sent, idempotencyKey: `form ${nonce}` }, now);
  return await execute(services, {
    operation,
    resolveCaller: sessionAuthority(userId, { workspaceId, memberId }),
    input: await validateInput(operation, { path: { workspaceId, ...path }, query, body }),
    claim,
    source: request,
  });
}
