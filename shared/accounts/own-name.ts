import { displayName, NOBODYS_NAME } from '../principals/display-name.ts';
import { name } from '../core/schema.ts';

/** Validates a public name; returns an error sentence, or undefined if it is valid. */
export function ownNameProblem(text: string): string | undefined {
  const { error } = name().safeParse(text);
  if (error) return `Your name ${error.issues[0]!.message}.`;
  if (displayName(text) === NOBODYS_NAME)
    return 'Choose a name that is not an e-mail address, because everyone can see it.';
  return undefined;
}
