import { parseForm, type Form } from '../api/http/form.ts';
import type { WebResponse, WebRoute, WebCall } from '../api/operation/web-route.ts';
import { signInPath } from '../accounts/next-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { assertCsrf } from '../accounts/csrf.ts';
import { consumeAttempt, type RateLimit } from '../rate-limits/rate-limit-store.ts';
import { redirectResponse } from '../pages/page.ts';
import { DuplicateSubmission } from './form-nonce.ts';
import { portalErrorPage } from './portal-error-page.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

interface FormRoute {
  id: string;
  path: string;
  /** How often one person may do it. */
  limit: RateLimit;
  /** The page on which the form is, to go back to. */
  formPage: (parameters: Record<string, string>) => string;
  /** The page with the form again, filled in as it was, and what is wrong with it; none for a button. */
  showAgain?: (call: WebCall, sent: Submission, problem: string) => Promise<WebResponse>;
  handle: (call: WebCall, sent: Submission) => Promise<WebResponse>;
}

export interface Submission {
  form: Form;
  visitor: SignedIn;
}

/**
 * What somebody who has signed in sends from a form of a portal: only from a page that this browser was given,
 * only so often, and done once however often it is sent.
 */
export const formRoute = ({ id, path, limit, formPage, showAgain, handle }: FormRoute): WebRoute =>
  portalRoute({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const { services, request, now, note } = call;
      const form = parseForm(request);
      const visitor = await signedInVisitor(call);
      const back = formPage(request.parameters);
      if (!visitor) return redirectResponse(signInPath(back));
      assertCsrf(form, visitor);
      const userId = visitor.session.user.id;
      note({ userId });
      if (!(await consumeAttempt(services.database, limit, userId, now))) {
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
        if (error instanceof DuplicateSubmission) return redirectResponse(back);
        throw error;
      }
    },
  });

const HOUR_MS = 60 * 60 * 1000;

/** How often one person may do it on all portals together. */
export const visitorLimits = {
  submissions: { name: 'submit to portal', most: 10, span: HOUR_MS },
  comments: { name: 'comment on portal', most: 30, span: HOUR_MS },
  votes: { name: 'vote', most: 200, span: HOUR_MS },
} satisfies Record<string, RateLimit>;
