import { parseForm, type Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { MY_WORK } from '../../planning/paths/page-paths.ts';
import { findKeptText } from '../accounts/kept-text.ts';
import { keptTextView } from '../accounts/kept-text-view.ts';
import { errorPage } from '../accounts/error-page.ts';
import { sentFormView } from './sent-form-view.ts';

/**
 * The page of an error of planning, from which a person comes back to their work. What is not found may be seen by whom
 * they were before they signed in: what they had typed is not lost.
 */
export async function planningErrorPage(
  error: unknown,
  call: WebCall,
  /** The path of the page whose form was sent, if one was. */
  page?: string,
): Promise<WebResponse> {
  const isMissing = error instanceof ApiError && error.status === 404;
  const sent = page === undefined ? undefined : sentForm(call);
  if (page !== undefined && !isMissing) return await sentFormPage(error, call, { page, sent });
  const kept = isMissing ? await findKeptText(call, sent) : undefined;
  const back = { path: MY_WORK, name: undefined };
  return await errorPage(error, call, { back, below: (t) => keptTextView(kept, t) });
}

/**
 * Where the form may succeed later, it is on the page with what was typed. That reads nothing from the table, which may be
 * what fails, and binds the form by the tokens that were sent with it.
 */
const sentFormPage = (
  error: unknown,
  call: WebCall,
  { page, sent }: { page: string; sent: Form | undefined },
): Promise<WebResponse> =>
  errorPage(error, call, {
    back: { path: page, name: undefined },
    below: (t, status) => sent && status >= 429 && sentFormView(t, call.request.path, sent),
  });

/** What was sent; undefined if it is no form. */
function sentForm({ request }: WebCall): Form | undefined {
  try {
    return parseForm(request);
  } catch {
    return undefined;
  }
}
