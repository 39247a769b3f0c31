import { ideas } from './ideas.ts';
import { portal } from './portal.ts';

export const messages = { ...portal, ...ideas } as const;
