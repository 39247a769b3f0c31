import { isLanguage } from '../../kernel/core/languages.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { accountForm } from './account-form.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import { languageCookie } from './cookies.ts';

/** Keeps the language that a person chooses, in this browser, as the foot of a portal's pages does. */
export const setOwnLanguage = accountForm(({ request }, { form: { language } }) => {
  const cookies = isLanguage(language) ? [languageCookie(request, language)] : [];
  return Promise.resolve({ ...redirectResponse(DEFAULT_NEXT_PAGE), cookies });
});
