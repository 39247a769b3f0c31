import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { DEFAULT_NEXT_PAGE } from '../accounts/account-paths.ts';
import { findKeptText } from '../accounts/kept-text.ts';
import { keptTextView } from '../accounts/kept-text-view.ts';
import { errorPage } from '../accounts/page-route.ts';
import { pageOf } from './member-call.ts';
import { sentFormView } from './sent-form-view.ts';

/**
 * The page of an error of planning, from which a person comes back to their teams. What is not found may be seen by whom
 * they were before they signed in: what they had typed is not lost.
 */
export async function planningErrorPage(
  error: unknown,
  call: WebCall,
  /** What was sent, if it was a form. */
  sent?: Form,
): Promise<WebResponse> {
  const isMissing = error instanceof ApiError && error.status === 404;
  const kept = isMissing ? await findKeptText(call, sent) : undefined;
  const back = { path: DEFAULT_NEXT_PAGE, name: undefined };
  return await errorPage(error, call, { back, below: (t) => keptTextView(kept, t) });
}

/**
 * The page of an error that met a form of a story or board. Where the form may succeed later, it is there with what was typed. It
 * reads nothing from the table, which may be what fails, and binds the form by the tokens that were sent with it.
 */
export async function sentFormPage(error: unknown, call: WebCall): Promise<WebResponse> {
  const { path } = call.request;
  const form = sentForm(call);
  if (error instanceof ApiError && error.status === 404) return await planningErrorPage(error, call, form);
  return await errorPage(error, call, {
    back: { path: pageOf(call.request), name: undefined },
    below: (t, status) => form && status >= 429 && sentFormView(t, path, form),
  });
}

/** What was sent; undefined if it is no form. */
function sentForm({ request }: WebCall): Form | undefined {
  try {
    return parseForm(request);
  } catch {
    return undefined;
  }
}
