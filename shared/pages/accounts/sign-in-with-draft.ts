import { parseParameters } from '../../kernel/api/http/form.ts';
import { valueWithoutPersonalLinks } from '../../kernel/core/personal-links.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { isFramed } from '../session/cookies.ts';
import { draftOf, writeDraft } from '../session/draft.ts';
import { findOriginPortal, parseIntent } from '../session/intent.ts';
import type { StrangerForm } from './open-audiences.ts';
import { signInMethodsOf } from './sign-in-methods.ts';
import { signInTexts } from './sign-in-texts.ts';
import { newTabView } from './sign-in-view.ts';

/**
 * The sign-in page for a form that was sent by someone who is not, or no longer, signed in: what they wrote travels
 * with the sign-in and is in the form again afterwards. Nothing is stored or done with it before.
 */
export const signInWithDraft: StrangerForm = {
  needsNoToken: () => true,
  async handle({ call, visitor }, sent) {
    const { next } = parseParameters(call.request.query);
    const written = draftOf(await valueWithoutPersonalLinks(sent));
    const form = { ...(next === undefined ? {} : { next }), draft: writeDraft(written) };
    const intent = parseIntent(form, call);
    if (visitor.session) return redirectResponse(intent.next);
    const portal = await findOriginPortal(call.read, intent);
    if (portal && isFramed(call.request) && !signInMethodsOf(call.services).code) {
      return newTabView(intent, portal, await signInTexts(call, portal), written);
    }
    return { form, status: 200, problem: undefined };
  },
};
