import type { PageMessages } from '../page-messages.ts';
import { ideas } from './ideas.ts';
import { portal } from './portal.ts';

export const messages: PageMessages = { ...portal, ...ideas };
