import { isLanguage } from '../../kernel/core/languages.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { setUserLanguage } from '../../identity/members/user-store.ts';
import { accountForm } from './account-form.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import { languageCookie } from './cookies.ts';

/** Keeps the language that a person chooses, for their mails, and in this browser, as the foot of a portal's pages does. */
export const setOwnLanguage = accountForm(async ({ request, services }, { form: { language }, session }) => {
  if (!isLanguage(language)) return redirectResponse(DEFAULT_NEXT_PAGE);
  await tryCommit(services.database, [setUserLanguage(session.user.id, language, writeConflict)]);
  return { ...redirectResponse(DEFAULT_NEXT_PAGE), cookies: [languageCookie(request, language)] };
});
