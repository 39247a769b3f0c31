import { errorPage } from '../accounts/page-route.ts';
import { PageError } from '../accounts/page-error.ts';
import { ApiError } from '../api/errors.ts';
import type { WebCall } from '../api/logged-route.ts';
import type { WebResponse } from '../api/web-route.ts';

/** What goes wrong at the address of a portal, for people. */
export const portalErrorPage = (error: unknown, call: WebCall): WebResponse =>
  errorPage(error instanceof ApiError && error.status === 404 ? nothingHere() : error, call);

const nothingHere = (): PageError =>
  new PageError(404, 'There is nothing here', 'Check the address. What was here may have been taken away.');
