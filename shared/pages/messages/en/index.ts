import { ideas } from './ideas.ts';
import { names } from './names.ts';
import { portal } from './portal.ts';
import { posts } from './posts.ts';

export const messages = { ...portal, ...ideas, ...posts, ...names } as const;
