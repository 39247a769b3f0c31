import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { clearCookie, cookieNames } from './cookies.ts';
import { nextPage, signInPath } from './next-path.ts';
import type { StrangerForm } from './open-audiences.ts';
import { endSession } from './session.ts';

export const signOut: StrangerForm = {
  async handle({ call }, form) {
    const next = nextPage(form['next'], call.services.baseUrl());
    // Portals are public; other pages ask the user to sign in.
    const shown = next.startsWith('/portals/') ? next : signInPath(next);
    return {
      ...redirectResponse(shown),
      cookies: [...(await endSession(call)), clearCookie(cookieNames.back)],
    };
  },
};
