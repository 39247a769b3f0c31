import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';

/** The argument of tools whose text result cuts long texts. */
export const wholeTexts = memoize(() => ({
  full: z.boolean().optional().meta({ description: 'Long texts uncut.' }),
}));
