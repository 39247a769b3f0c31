import { Html, html } from '../../../shared/kernel/html/html.ts';
import type { WebResponse } from '../../../shared/kernel/api/operation/web-route.ts';
import { codeView } from '../../../shared/pages/accounts/code-view.ts';
import { signInView } from '../../../shared/pages/accounts/sign-in-view.ts';
import type { PageTexts } from '../../../shared/pages/messages/page-messages.ts';
import { errorView } from '../../../shared/pages/portal/error-view.ts';
import type { Examples } from './portal-examples.ts';

const visitor = { session: undefined, csrfToken: 'sample', earlierTokens: [], cookies: [] };
const methods = { code: true, password: true, providers: [] };
const email = 'ada@example.com';

/** The components of pages that are not a portal's. */
export function accountExamples(t: PageTexts): Examples {
  const page = { t, visitor, intent: { next: '/' }, portal: undefined, methods };
  const challenge = { email, intent: { next: '/' } };
  return {
    'all buttons': html`<p>
      <button>Save</button> <button class="second">Decline</button> <button class="danger">Leave</button>
      <button class="link">Sign out</button>
    </p>`,
    'a notice': html`<div class="notice" role="status"><p>The token has been revoked.</p></div>`,
    'signing in': contentOf(signInView(page)),
    'a wrong password': contentOf(
      signInView({ ...page, failed: { email, problem: 'signIn.wrongPassword', status: 401 } }),
    ),
    'a code': contentOf(codeView({ t, visitor, challenge, portal: undefined })),
    'a wrong code': contentOf(
      codeView({ t, visitor, challenge, portal: undefined, problem: t.text('code.wrong', { count: 4 }) }),
    ),
    'an error without a portal': errorView({ title: t.text('error.many'), text: t.text('error.manyText') }, t)
      .body,
  };
}

/** What is in the `main` element of a page. */
const contentOf = ({ body }: WebResponse): Html =>
  new Html(/<main id="content">([\s\S]*)<\/main>/.exec(String(body))![1]!);
