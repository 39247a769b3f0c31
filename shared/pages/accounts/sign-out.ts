import { parseForm } from '../../kernel/api/http/form.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { clearCookie, cookieNames } from './cookies.ts';
import { nextPage, signInPath } from './next-path.ts';
import type { PageHandler } from './page-route.ts';
import { endSession } from './session.ts';
import { assertCsrf, resolveVisitor } from './csrf.ts';

export const signOut: PageHandler = async (call) => {
  const form = parseForm(call.request);
  assertCsrf(form, await resolveVisitor(call));
  const next = nextPage(form['next'], call.services.baseUrl());
  // Portals are public; other pages ask the user to sign in.
  const shown = next.startsWith('/portals/') ? next : signInPath(next);
  return {
    ...redirectResponse(shown),
    cookies: [...(await endSession(call)), clearCookie(cookieNames.back)],
  };
};
