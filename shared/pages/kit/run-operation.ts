import { execute } from '../../kernel/api/operation/execute.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { idempotencyClaim } from '../../kernel/api/operation/idempotency-store.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { DataOf, ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import { FORM_NONCE_FIELD } from './form-nonce-view.ts';
import { sessionAuthority } from '../accounts/session-authority.ts';

/** A signed-in person as a member of a workspace. */
export interface ActingMember extends MemberLink {
  userId: string;
}

/** A request by a member, who runs operations by it. */
export interface ActingCall {
  call: WebCall;
  member: ActingMember;
  /** Parts of paths that the whole page is about, such as its portal; operations without them are run without. */
  place?: Readonly<Record<string, string>>;
}

/** What an operation is given, as a client of the API would send it; the workspace is filled in. */
interface Parts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The form, if sending it twice is to have one effect. */
  once?: Form;
}

/**
 * Runs an operation of the API for a signed-in person, with their rights in the workspace at this moment, and returns its
 * data. Throws what the API answers.
 */
export const run = async <O extends ExecutableOperation>(
  acting: ActingCall,
  operation: O,
  parts?: Parts,
): Promise<DataOf<O>> => (await runWhole(acting, operation, parts)).data;

/** The same for who needs more than the data: its cursor, what it includes, or its secret. */
export async function runWhole<O extends ExecutableOperation>(
  { call: { services, request, now }, member, place = {} }: ActingCall,
  operation: O,
  { path, query = {}, body, once }: Parts = {},
): Promise<ResultOf<O>> {
  const { userId, workspaceId, memberId } = member;
  const sent = { path: request.path, body: request.body };
  const principal = { principalId: memberId, workspaceId };
  const nonce = once?.[FORM_NONCE_FIELD];
  const claim =
    nonce === undefined
      ? undefined
      : idempotencyClaim(operation, principal, { ...sent, idempotencyKey: `form ${nonce}` }, now);
  const placed = Object.entries(place).filter(([name]) => operation.path.includes(`{${name}}`));
  const whole = { workspaceId, ...Object.fromEntries(placed), ...path };
  return await execute(services, {
    operation,
    resolveCaller: sessionAuthority(userId, { workspaceId, memberId }),
    input: await validateInput(operation, { path: whole, query, body }),
    claim,
    source: request,
  });
}
