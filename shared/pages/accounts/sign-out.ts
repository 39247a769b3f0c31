import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { clearCookie, cookieNames } from '../session/cookies.ts';
import { nextPage, signInPath } from '../session/next-path.ts';
import type { StrangerForm } from './open-audiences.ts';
import { endSession } from '../session/session.ts';

export const signOut: StrangerForm = {
  async handle({ call }, form) {
    const next = nextPage(form['next'], call);
    // Portals are public; other pages ask the user to sign in.
    const shown = next.startsWith('/portals/') ? next : signInPath(next);
    return {
      ...redirectResponse(shown),
      cookies: [...(await endSession(call)), clearCookie(cookieNames.back)],
    };
  },
};
