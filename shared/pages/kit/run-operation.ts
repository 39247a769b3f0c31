import type { PortalPerson } from '../../feedback/items/own-posts.ts';
import { visitorAuthority } from '../../feedback/visitors/visitor-authority.ts';
import { execute } from '../../kernel/api/operation/execute.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { idempotencyClaim, type IdempotencyClaim } from '../../kernel/api/operation/idempotency-store.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { DataOf, ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { MemberLink } from '../../kernel/auth/member-link-store.ts';
import type { ResolveCaller } from '../../kernel/core/caller.ts';
import { consumeAttempt } from '../../kernel/rate-limits/rate-limit-store.ts';
import { CSRF_FIELD } from '../session/form-fields-view.ts';
import { PageError } from '../session/page-error.ts';
import { FORM_NONCE_FIELD } from './form-nonce-view.ts';
import { sessionAuthority } from '../session/session-authority.ts';

/** A signed-in person as a member of a workspace. */
export interface ActingMember extends MemberLink {
  userId: string;
}

interface Acting {
  call: WebCall;
  /** Parts of paths that the whole page is about, such as its portal; operations without them are run without. */
  place?: Readonly<Record<string, string>>;
}

/** A request by a member, who runs operations by it. */
export interface ActingCall extends Acting {
  member: ActingMember;
}

/** A request by a person on a portal, who runs the operations of visitors by it. */
export interface VisitingCall extends Acting {
  person: PortalPerson;
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
 * Runs an operation for a signed-in person, with their rights in the workspace, or as a visitor of it, at this moment, and
 * returns its data. Throws what the API answers.
 */
export const run = async <O extends ExecutableOperation>(
  acting: ActingCall | VisitingCall,
  operation: O,
  parts?: Parts,
): Promise<DataOf<O>> => (await runWhole(acting, operation, parts)).data;

/** The same for who needs more than the data: its cursor, what it includes, or its secret. */
export async function runWhole<O extends ExecutableOperation>(
  acting: ActingCall | VisitingCall,
  operation: O,
  { path, query = {}, body, once }: Parts = {},
): Promise<ResultOf<O>> {
  const { call, place = {} } = acting;
  const { services, request } = call;
  const { principal, resolveCaller } =
    'member' in acting ? asMember(acting.member) : await asVisitor(acting, operation);
  const { workspaceId } = principal;
  const claim = once && claimOf(call, principal, operation, once);
  const placed = Object.entries(place).filter(([name]) => operation.path.includes(`{${name}}`));
  const whole = { workspaceId, ...Object.fromEntries(placed), ...path };
  const input = await validateInput(operation, { path: whole, query, body });
  const asked = { operation, resolveCaller, input, claim, source: request };
  // A visitor's first reads join those of the page, also of a portal that only its team sees.
  return await execute(services, asked, 'member' in acting ? undefined : call.read);
}

/** The claim of a form, by its nonce and its words; what is sent again has another token or other borders between its parts. */
function claimOf(
  { request, now }: WebCall,
  principal: Authority['principal'],
  operation: ExecutableOperation,
  { [FORM_NONCE_FIELD]: nonce, [CSRF_FIELD]: _, ...words }: Form,
): IdempotencyClaim | undefined {
  if (nonce === undefined) return undefined;
  const sent = { path: request.path, body: Buffer.from(JSON.stringify(words)) };
  return idempotencyClaim(operation, principal, { ...sent, idempotencyKey: `form ${nonce}` }, now);
}

/** Whether a form of a visitor has been carried out already. */
export async function isDone(
  { call, person: { userId, workspaceId } }: VisitingCall,
  operation: ExecutableOperation,
  sent: Form,
): Promise<boolean> {
  const claim = claimOf(call, { principalId: userId, workspaceId }, operation, sent);
  return claim !== undefined && (await call.read.get(claim.key)) !== undefined;
}

interface Authority {
  principal: { principalId: string; workspaceId: string };
  resolveCaller: ResolveCaller;
}

const asMember = ({ userId, workspaceId, memberId }: ActingMember): Authority => ({
  principal: { principalId: memberId, workspaceId },
  resolveCaller: sessionAuthority(userId, { workspaceId, memberId }),
});

/** Counts the operation for the person, before it is checked. Throws a 429 at the limit. */
async function asVisitor(
  { call: { services, now, note }, person }: VisitingCall,
  operation: ExecutableOperation,
): Promise<Authority> {
  if (operation.kind !== 'visitor') throw new Error(`${operation.id} is not for visitors.`);
  const { userId, workspaceId } = person;
  const { limit } = operation;
  if (!(await consumeAttempt(services.database, limit, userId, now))) {
    note({ limited: limit.name });
    const retryAfter = Math.ceil((limit.span - (now.getTime() % limit.span)) / 1000);
    throw new PageError(429, 'error.many', 'error.hourText', { retryAfter });
  }
  return {
    principal: { principalId: userId, workspaceId },
    resolveCaller: visitorAuthority(person, operation),
  };
}
