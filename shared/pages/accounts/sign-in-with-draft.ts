import { parseForm, parseParameters } from '../../kernel/api/http/form.ts';
import { valueWithoutPersonalLinks } from '../../kernel/core/personal-links.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { isFramed } from './cookies.ts';
import { resolveVisitor } from './csrf.ts';
import { draftOf, writeDraft } from './draft.ts';
import { findOriginPortal, parseIntent } from './intent.ts';
import type { PageHandler } from './page-route.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { signInResponse } from './sign-in-response.ts';
import { signInTexts } from './sign-in-texts.ts';
import { newTabView } from './sign-in-view.ts';

/**
 * The sign-in page for a form that was sent by someone who is not, or no longer, signed in: what they wrote travels
 * with the sign-in and is in the form again afterwards. Nothing is stored or done with it before.
 */
export const signInWithDraft: PageHandler = async (call) => {
  const { next } = parseParameters(call.request.query);
  const written = draftOf(await valueWithoutPersonalLinks(parseForm(call.request)));
  const draft = writeDraft(written);
  const intent = parseIntent({ ...(next === undefined ? {} : { next }), draft }, call.services.baseUrl());
  const visitor = await resolveVisitor(call);
  if (visitor.session) return redirectResponse(intent.next);
  const portal = await findOriginPortal(call.read, intent);
  if (portal && isFramed(call.request) && !signInMethodsOf(call.services).code) {
    return newTabView(intent, portal, await signInTexts(call, portal), written);
  }
  return await signInResponse(call, { visitor, intent, portal });
};
