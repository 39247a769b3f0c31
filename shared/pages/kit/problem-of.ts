import { ApiError } from '../../kernel/core/errors.ts';
import { inWords, PageError } from '../session/page-error.ts';
import { refusalText } from '../session/refusal-text.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { Problem } from './form-view.ts';

/** The fields of forms that have another name in operations. */
const formFields: Readonly<Record<string, string>> = {
  intoItemId: 'into',
  linkedItemIds: 'linked',
  scheduledFor: 'at',
  storyIds: 'reference',
};

/** Why a form was refused, in words for people; throws other errors on. */
export function problemOf(
  error: unknown,
  t: PageTexts,
  /** The fields of the form by those of the operation. */
  names: Readonly<Record<string, string>> = formFields,
): { status: number; problem: Problem } {
  if (error instanceof PageError) {
    const { status, field, text } = error;
    const name = typeof text === 'string' ? text : undefined;
    return { status, problem: { text: inWords(error, t).text, field, name } };
  }
  if (!(error instanceof ApiError) || error.status >= 429) throw error;
  const isOfImage = error.code === 'request_too_large' || error.fields.some(({ path }) => path === 'data');
  const problem: Problem = isOfImage
    ? { text: t.text(isTooLarge(error) ? 'picture.bad' : 'picture.damaged') }
    : { text: refusalText(error, t), field: fieldOf(error, names) };
  return { status: error.status, problem };
}

/** Whether a file has more bytes than a form takes: only then its size is what is wrong. */
const isTooLarge = ({ code, fields }: ApiError): boolean =>
  code === 'request_too_large' || fields.some(({ message }) => message.startsWith('must be at most'));

/** The field of the form that an error is about; undefined for none or several. */
function fieldOf({ fields }: ApiError, formNames: Readonly<Record<string, string>>): string | undefined {
  const names = new Set(fields.map(({ path }) => path.split('.')[0]!));
  const [name] = names;
  return names.size === 1 ? (formNames[name!] ?? name) : undefined;
}
