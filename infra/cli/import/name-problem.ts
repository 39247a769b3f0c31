import { name } from '../../../shared/core/schema.ts';

/** What keeps a text from being a name, as the service will say it; undefined where it is one. */
export const nameProblem = (text: string): string | undefined =>
  name().safeParse(text).error?.issues[0]?.message;
