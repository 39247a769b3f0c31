/**
 * Characters that cannot be seen, in a class of a pattern: joiners, variation selectors, soft hyphens, direction marks,
 * fillers, and the controls of annotations and of hieroglyphs.
 */
export const UNSEEN_CHARACTERS = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u{13430}-\u{1343f}`;

const VISIBLE = new RegExp(String.raw`[^${UNSEEN_CHARACTERS}\p{White_Space}\p{Cc}\u2800]`, 'u');

/** Whether a text contains a visible character. */
export const hasVisibleCharacter = (text: string): boolean => VISIBLE.test(text);

/** A refinement with its message, for schemas of readable texts. */
export const VISIBLE_ERROR = { error: 'must contain a visible character' };

/** Direction marks, embeddings, overrides and isolates (Unicode UAX #9), which reorder surrounding text. */
const BIDI_CONTROL = /\p{Bidi_Control}/u;

/** Whether a text contains a character that changes the direction of surrounding text. */
export const hasBidiControl = (text: string): boolean => BIDI_CONTROL.test(text);

export const BIDI_ERROR = { error: 'must not contain characters that change the text direction' };

/** Embeddings, overrides and isolates, which turn text that follows; marks, which titles of some scripts need, do not. */
const OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;

/** Whether a text contains a character that makes adjacent text run backwards. */
export const hasOverride = (text: string): boolean => OVERRIDE.test(text);

/** Removes characters that make adjacent text run backwards (Unicode, UAX 9). */
export const withoutOverrides = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
