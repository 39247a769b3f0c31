import type { PageMessages } from '../page-messages.ts';
import { account } from './account.ts';
import { applications } from './applications.ts';
import { credentials } from './credentials.ts';
import { errors } from './errors.ts';
import { ideas } from './ideas.ts';
import { manage } from './manage.ts';
import { names } from './names.ts';
import { planning } from './planning.ts';
import { portal } from './portal.ts';
import { posts } from './posts.ts';
import { problems } from './problems.ts';
import { scopes } from './scopes.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { team } from './team.ts';

/** The texts of Japanese. */
export const messages: PageMessages = {
  ...account,
  ...applications,
  ...credentials,
  ...errors,
  ...ideas,
  ...manage,
  ...names,
  ...planning,
  ...portal,
  ...posts,
  ...problems,
  ...scopes,
  ...settings,
  ...signIn,
  ...team,
};
