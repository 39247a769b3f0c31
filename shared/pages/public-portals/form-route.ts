import { parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse, WebRoute, WebCall } from '../../kernel/api/operation/web-route.ts';
import { signInPath } from '../accounts/next-path.ts';
import { assertCsrf } from '../accounts/csrf.ts';
import { consumeAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { commentLimit } from '../../feedback/items/comment-limit.ts';
import { VisitorBanned } from '../../feedback/items/ban-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { DuplicateSubmission } from '../kit/form-nonce.ts';
import { portalErrorPage } from './portal-error-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

interface FormRoute {
  id: string;
  path: string;
  /** The rate limit per person. */
  limit: RateLimit;
  /** Counts a form of the team, whose members have the limits of the API; returns whether it was one. */
  countForTeam?: (call: WebCall, sent: Submission) => Promise<boolean>;
  /** The page with the form, to return to. */
  formPage: (parameters: Record<string, string>) => string;
  /** The page that shows what was written again after signing in; `formPage` if left out. */
  draftPage?: (parameters: Record<string, string>) => string;
  /** Renders the page with the form, as submitted, and its error; absent for buttons. */
  showAgain?: (call: WebCall, sent: Submission, problem: PlainText) => Promise<WebResponse>;
  handle: (call: WebCall, sent: Submission) => Promise<WebResponse>;
}

interface Submission {
  form: Form;
  visitor: SignedIn;
}

/**
 * A form route for signed-in users of a portal: accepts only forms issued to this browser, within a rate
 * limit, and processes each once however often it is submitted.
 */
export const formRoute = ({
  id,
  path,
  limit,
  countForTeam,
  formPage,
  draftPage = formPage,
  showAgain,
  handle,
}: FormRoute): WebRoute =>
  portalRoute({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const { services, request, now, note } = call;
      const form = await parseAnyForm(request);
      const visitor = await signedInVisitor(call);
      const back = formPage(request.parameters);
      if (!visitor) {
        const vote = form['vote'] === 'give' ? request.parameters['itemSlug'] : undefined;
        return signInFor(draftPage(request.parameters), vote);
      }
      assertCsrf(form, visitor);
      const userId = visitor.session.user.id;
      note({ userId });
      return await orBannedPage(call, async () => {
        const isAllowed =
          (await countForTeam?.(call, { form, visitor })) ||
          (await consumeAttempt(services.database, limit, userId, now));
        if (!isAllowed) {
          note({ limited: limit.name });
          const problem = 'error.hourText';
          const page = showAgain
            ? await showAgain(call, { form, visitor }, problem)
            : await portalErrorPage(new PageError(429, 'error.many', problem), call);
          const seconds = Math.ceil((limit.span - (now.getTime() % limit.span)) / 1000);
          return { ...page, status: 429, headers: { ...page.headers, 'retry-after': String(seconds) } };
        }
        try {
          return await handle(call, { form, visitor });
        } catch (error) {
          if (error instanceof DuplicateSubmission) return redirectResponse(back);
          throw error;
        }
      });
    },
  });

/** What is answered, or to a banned visitor that they are. */
export async function orBannedPage(call: WebCall, run: () => Promise<WebResponse>): Promise<WebResponse> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VisitorBanned)) throw error;
    return await portalErrorPage(new PageError(403, 'error.banned', 'error.bannedText'), call);
  }
}

/** Asks for the form again at the sign-in page, so that what was written is not lost; a vote needs no more than a link. */
const signInFor = (next: string, vote: string | undefined): WebResponse =>
  vote === undefined
    ? { ...redirectResponse(`/sign-in/draft?${new URLSearchParams({ next }).toString()}`), status: 307 }
    : redirectResponse(signInPath(next, vote));

const HOUR_MS = 60 * 60 * 1000;

/** Rate limits per person, across all portals. */
export const visitorLimits = {
  submissions: { name: 'submit to portal', most: 10, span: HOUR_MS },
  comments: commentLimit,
  votes: { name: 'vote', most: 200, span: HOUR_MS },
  reactions: { name: 'react on portal', most: 200, span: HOUR_MS },
  pictures: { name: 'add picture to portal', most: 20, span: HOUR_MS },
  uploads: { name: 'upload picture to portal', most: 60, span: HOUR_MS },
  edits: { name: 'edit on portal', most: 60, span: HOUR_MS },
} satisfies Record<string, RateLimit>;
