import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { continueResponse } from '../../kernel/html/page.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { textsFor } from '../session/texts-for.ts';
import { isFramed } from '../session/cookies.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { signInTexts } from './sign-in-texts.ts';
import { leavesService } from '../session/next-path.ts';
import { signInView, type SignInPage } from './sign-in-view.ts';

/** The sign-in page, with the cookie of its forms if it has any. */
export async function signInResponse(
  call: WebCall,
  page: Omit<SignInPage, 't' | 'methods' | 'isInFrame'>,
): Promise<WebResponse> {
  const { visitor, intent, portal } = page;
  const t = await signInTexts(call, portal);
  const methods = signInMethodsOf(call.services);
  const hasForm = methods.code || methods.password || intent.draft !== undefined;
  return {
    ...signInView({ ...page, t, methods, isInFrame: isFramed(call.request) }),
    ...(hasForm ? { cookies: visitor.cookies } : {}),
  };
}

/** The redirect after signing in, by form or at the provider. */
export async function signedInResponse(next: string, { request }: WebCall): Promise<WebResponse> {
  if (!leavesService(next)) return redirectResponse(next);
  const t = await textsFor(request);
  return continueResponse({
    language: t.language,
    location: next,
    title: t.text('signIn.done'),
    text: t.text('signIn.doneText'),
    button: t.text('code.continue'),
  });
}
