import { displayName, NOBODYS_NAME } from '../feedback/display-name.ts';
import { name } from '../core/schema.ts';

/** What is wrong with what a person wants to be called, in a sentence; undefined where it can be taken. */
export function ownNameProblem(text: string): string | undefined {
  const { error } = name().safeParse(text);
  if (error) return `Your name ${error.issues[0]!.message}.`;
  if (displayName(text) === NOBODYS_NAME)
    return 'Use a name that is not an e-mail address: everyone can read it.';
  return undefined;
}
