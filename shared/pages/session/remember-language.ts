import { setUserLanguage, type User } from '../../identity/members/user-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { chosenLanguage, languageOf } from './texts-for.ts';

/**
 * Remembers the language in which a person reads pages, for the mails that they get: the one that they have chosen in
 * this browser, or, while none is known, the one that it asks for. What they do does not depend on it.
 */
export async function rememberLanguage(
  { id, language: known }: Pick<User, 'id' | 'language'>,
  { request, services }: WebCall,
): Promise<void> {
  const language = known === undefined ? languageOf(request) : chosenLanguage(request.cookies);
  if (language === undefined || language === known) return;
  try {
    // Anyone who has deleted their account meanwhile gets no mail.
    await tryCommit(services.database, [setUserLanguage(id, language, writeConflict)]);
  } catch (error) {
    logger.warn('language not remembered', { userId: id, ...errorFields(error) });
  }
}
