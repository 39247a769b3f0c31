import type { PageMessages } from '../page-messages.ts';
import { account } from './account.ts';
import { ideas } from './ideas.ts';
import { names } from './names.ts';
import { portal } from './portal.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';

export const messages: PageMessages = {
  ...portal,
  ...ideas,
  ...posts,
  ...names,
  ...signIn,
  ...account,
  ...settings,
};
