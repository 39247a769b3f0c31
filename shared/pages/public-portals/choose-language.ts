import { parseForm } from '../../kernel/api/http/form.ts';
import { isLanguage } from '../../kernel/core/languages.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { languageCookie } from '../session/cookies.ts';
import { knownPage, portalSlugOf } from '../session/next-path.ts';
import { addresses } from '../portal/addresses.ts';
import { portalRoute } from '../portal/portal-route.ts';

/**
 * Keeps the language that a reader chooses at the foot of a page, in this browser. The form is part of cached pages, so it
 * is not bound to a browser; another site's could change no more than the language.
 */
export const chooseLanguage = portalRoute({
  id: 'chooseLanguage',
  method: 'POST',
  path: '/portals/{portalSlug}/feedback/language',
  handle: async (call) => {
    const { request } = call;
    const { language, next } = parseForm(request);
    const { portalSlug } = request.parameters as { portalSlug: string };
    const asked = knownPage(next, call);
    const location =
      asked !== undefined && portalSlugOf(asked) === portalSlug ? asked : addresses.portal(portalSlug);
    const response = redirectResponse(location);
    if (!isLanguage(language)) return response;
    return { ...response, cookies: [languageCookie(request, language)] };
  },
});
