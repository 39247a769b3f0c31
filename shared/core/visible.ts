/** Spaces, and what is drawn as nothing: joiners, marks of direction, fillers, the blank of Braille. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u;

/** Whether a text has a character that can be seen. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text);

/** For schemas of what must be readable: a refinement and what it says. */
export const VISIBLE_ERROR = { error: 'must contain a visible character' };

/** Marks, embeddings, overrides and isolates of direction (Unicode UAX #9): they reorder the text around them. */
const BIDI_CONTROL = /\p{Bidi_Control}/u;

/** Whether a text has a character that changes the direction of what is written around it. */
export const hasBidiControl = (text: string): boolean => BIDI_CONTROL.test(text);

export const BIDI_ERROR = { error: 'must not contain characters that change the text direction' };
