import { readForm } from '../api/form.ts';
import { redirectAnswer } from '../pages/page.ts';
import { nextPage, signInPath } from './next-page.ts';
import { pageRoute } from './page-route.ts';
import { endSession } from './session.ts';
import { refuseForeignForm, visitorOf } from './visitor.ts';

export const signOut = pageRoute({
  id: 'signOut',
  method: 'POST',
  path: '/sign-out',
  handle: async (call) => {
    const form = readForm(call.request);
    refuseForeignForm(form, await visitorOf(call));
    const next = nextPage(form['next'], call.services.baseUrl());
    // A portal shows itself to everyone; other pages ask to sign in.
    const shown = next.startsWith('/portals/') ? next : signInPath(next);
    return { ...redirectAnswer(shown), cookies: await endSession(call) };
  },
});
