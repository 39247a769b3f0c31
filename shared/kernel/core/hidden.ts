import { UNSEEN_CHARACTERS } from './visible.ts';

/** What is not seen where it stands, or looks different everywhere: private use, and the empty Braille pattern. */
const HIDDEN = new RegExp(String.raw`[${UNSEEN_CHARACTERS}\u2800\p{Co}]`, 'u');

/** Whether a text contains a character that no one sees, or that turns what is around it. */
export const hasHiddenCharacter = (text: string): boolean => HIDDEN.test(text);

export const HIDDEN_ERROR = { error: 'must not contain characters that cannot be seen' };
