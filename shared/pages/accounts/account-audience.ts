import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { answersOf } from '../kit/answer.ts';
import type { FormCode, PageCode, Person } from '../kit/page.ts';
import { textsFor } from '../session/texts-for.ts';
import { OWN_ACCOUNT, INVITATIONS, INVITED } from '../session/account-paths.ts';
import type { Notice } from './account-view.ts';
import { resolveAccountVisitor } from './account-visitor.ts';
import { signInPath } from '../session/next-path.ts';
import { errorPage } from './error-page.ts';
import { backCookies, findWayBack } from './way-back.ts';

export type AccountPage = PageCode<Person>;
export type AccountForm = FormCode<Person>;

/** People with the pages of their own account. */
export const accountHolders = answersOf<Person>({
  visitorOf: resolveAccountVisitor,
  async admit(call, visitor, { place }) {
    call.note({ userId: visitor.session.user.id });
    return { call, visitor, ...place, t: await textsFor(call.request) };
  },
  addressOf({ request: { path, query } }) {
    if (query.has(INVITED)) return INVITATIONS;
    return query.size > 0 && path !== OWN_ACCOUNT ? `${path}?${query.toString()}` : path;
  },
  nextOf: (_form, _call, page) => page,
  // The page that they came from is led back to later.
  async signIn(call, next, form) {
    const back = form ? undefined : await findWayBack(call);
    return back && { ...redirectResponse(signInPath(next)), cookies: backCookies(back) };
  },
  pageOfError: (error, call) => errorPage(error, call),
});

/** The account page, with what was done, and with which workspace. */
export const accountDone = (notice: Notice, workspaceId?: string): WebResponse =>
  redirectResponse(
    `${OWN_ACCOUNT}?done=${notice}${workspaceId === undefined ? '' : `&workspace=${workspaceId}`}`,
  );
