import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';

/** The field of the form that has a code sent once more, and the query of the page after it. */
export const RESENT = 'again';

/** Leads to the page on which a code is entered; it says whether the code was sent once more. */
export const codeSent = (isResent: boolean): WebResponse =>
  redirectResponse(isResent ? `/sign-in/code?${RESENT}=1` : '/sign-in/code');
