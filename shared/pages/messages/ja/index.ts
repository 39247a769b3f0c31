import type { PageMessages } from '../messages.ts';
import { ideas } from './ideas.ts';
import { portal } from './portal.ts';

export const messages: PageMessages = { ...portal, ...ideas };
