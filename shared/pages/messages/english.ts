import { memoize } from '../../kernel/core/schema.ts';
import { createTranslator } from '../../kernel/messages/translator.ts';
import { messages } from './en/index.ts';
import type { PageTexts } from './page-messages.ts';

/** The texts of English, which pages of the team are in. */
export const englishTexts = memoize((): PageTexts => createTranslator<typeof messages>('en', messages));
