import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import type { Notice } from './account-view.ts';
import { resolveAccountVisitor } from './account-visitor.ts';
import { assertCsrf, type Visitor } from './csrf.ts';
import { signInPath } from './next-path.ts';
import type { PageHandler } from './page-route.ts';
import type { Session } from './session.ts';

interface Sent {
  form: Form;
  visitor: Visitor;
  session: Session;
}

/** A form of the account page: only from this browser and by the signed-in user. */
export const accountForm =
  (handle: (call: WebCall, sent: Sent) => Promise<WebResponse>): PageHandler =>
  async (call) => {
    const form = parseForm(call.request);
    const visitor = await resolveAccountVisitor(call);
    assertCsrf(form, visitor);
    const { session } = visitor;
    if (!session) return redirectResponse(signInPath(DEFAULT_NEXT_PAGE));
    call.note({ userId: session.user.id });
    return await handle(call, { form, visitor, session });
  };

/** The account page, with what was done, and with which workspace. */
export const accountDone = (notice: Notice, workspaceId?: string): WebResponse =>
  redirectResponse(
    `${DEFAULT_NEXT_PAGE}?done=${notice}${workspaceId === undefined ? '' : `&workspace=${workspaceId}`}`,
  );
