import { name } from '../../shared/kernel/core/schema.ts';

/** Validates a name with the service's own messages; undefined if it is valid. */
export const nameProblem = (text: string): string | undefined =>
  name().safeParse(text).error?.issues[0]?.message;
