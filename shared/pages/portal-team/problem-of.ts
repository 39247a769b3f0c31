import { ApiError } from '../../kernel/core/errors.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import { inWords, PageError } from '../accounts/page-error.ts';
import { refusalText } from '../accounts/refusal-text.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** Why a form was refused, in words for people; throws other errors on. */
export function problemOf(error: unknown, t: PageTexts): { status: number; problem: Fragment } {
  if (error instanceof PageError) return { status: error.status, problem: inWords(error, t).text };
  if (!(error instanceof ApiError) || error.status >= 429) throw error;
  return { status: error.status, problem: textOf(error, t) };
}

function textOf(error: ApiError, t: PageTexts): string {
  const isOfImage = error.code === 'request_too_large' || error.fields.some(({ path }) => path === 'data');
  return isOfImage ? t.text('picture.bad') : refusalText(error, t);
}
