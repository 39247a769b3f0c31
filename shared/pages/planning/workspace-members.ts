import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { listMemberLinks } from '../../kernel/auth/member-link-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { MY_WORK, myWorkPath } from '../../planning/paths/page-paths.ts';
import { OWN_ACCOUNT } from '../session/account-paths.ts';
import { findMember } from '../accounts/find-member.ts';
import type { Session } from '../session/session.ts';
import { answersOf } from '../kit/answer.ts';
import { workspaceCallOrThrow, type WorkspaceCall } from './member-call.ts';
import { planningErrorPage } from './planning-error-page.ts';

/** The members of the workspace that a path names. */
export const workspaceMembers = answersOf<WorkspaceCall>({
  async admit(call, visitor, asked) {
    if (call.request.path === MY_WORK) return await toOwnWork(call, visitor.session);
    return await workspaceCallOrThrow(call, visitor, asked);
  },
  addressOf: ({ request: { path, query } }) => `${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
  nextOf: (_, __, page) => page,
  pageOfError: planningErrorPage,
});

/** Leads to the work of a person in the workspace that they joined last; who is in none, to their account. */
async function toOwnWork({ read }: WebCall, session: Session): Promise<WebResponse> {
  for (const { workspaceId } of await listMemberLinks(read, session.user.id)) {
    if (await findMember(read, session, workspaceId)) return redirectResponse(myWorkPath(workspaceId));
  }
  return redirectResponse(OWN_ACCOUNT);
}
