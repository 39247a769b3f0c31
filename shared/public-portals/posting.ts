import type { WebCall } from '../api/logged-route.ts';
import { readForm, type Form } from '../api/form.ts';
import type { WebResponse, WebRoute } from '../api/web-route.ts';
import { signInPath } from '../accounts/next-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { refuseForeignForm } from '../accounts/visitor.ts';
import { countAttempt, type Limit } from '../limits/limit-store.ts';
import { redirectAnswer } from '../pages/page.ts';
import { SentBefore } from './once.ts';
import { portalErrorPage } from './portal-error-page.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

interface Posting {
  id: string;
  path: string;
  /** How often one person may do it. */
  limit: Limit;
  /** The page on which the form is, to go back to. */
  formPage: (parameters: Record<string, string>) => string;
  /** The page with the form again, filled in as it was, and what is wrong with it; none for a button. */
  showAgain?: (call: WebCall, sent: Sent, problem: string) => Promise<WebResponse>;
  handle: (call: WebCall, sent: Sent) => Promise<WebResponse>;
}

export interface Sent {
  form: Form;
  visitor: SignedIn;
}

/**
 * What somebody who has signed in sends from a form of a portal: only from a page that this browser was given,
 * only so often, and done once however often it is sent.
 */
export const posting = ({ id, path, limit, formPage, showAgain, handle }: Posting): WebRoute =>
  portalRoute({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const { services, request, now, note } = call;
      const form = readForm(request);
      const visitor = await signedInVisitor(call);
      const back = formPage(request.parameters);
      if (!visitor) return redirectAnswer(signInPath(back));
      refuseForeignForm(form, visitor);
      const userId = visitor.session.user.id;
      note({ userId });
      if (!(await countAttempt(services.database, limit, userId, now))) {
        note({ limited: limit.name });
        const problem = 'That was a lot at once. Please try again in an hour.';
        const page = showAgain
          ? await showAgain(call, { form, visitor }, problem)
          : await portalErrorPage(new PageError(429, 'That was a lot', problem), call);
        const seconds = Math.ceil((limit.span - (now.getTime() % limit.span)) / 1000);
        return { ...page, status: 429, headers: { ...page.headers, 'retry-after': String(seconds) } };
      }
      try {
        return await handle(call, { form, visitor });
      } catch (error) {
        if (error instanceof SentBefore) return redirectAnswer(back);
        throw error;
      }
    },
  });

const HOUR = 60 * 60 * 1000;

/** How often one person may do it on all portals together. */
export const visitorLimits = {
  submissions: { name: 'submit to portal', most: 10, span: HOUR },
  comments: { name: 'comment on portal', most: 30, span: HOUR },
  votes: { name: 'vote', most: 200, span: HOUR },
} satisfies Record<string, Limit>;
