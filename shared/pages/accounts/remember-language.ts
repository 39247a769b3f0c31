import { setUserLanguage, type User } from '../../identity/members/user-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { languageOf } from '../messages/texts-for.ts';

/** Remembers the language in which a person reads pages, for the mails that they get. */
export async function rememberLanguage(
  { id, language: known }: Pick<User, 'id' | 'language'>,
  { request, services }: WebCall,
): Promise<void> {
  const language = languageOf(request);
  if (language === undefined || language === known) return;
  // Anyone who has deleted their account meanwhile gets no mail.
  await tryCommit(services.database, [setUserLanguage(id, language, writeConflict)]);
}
