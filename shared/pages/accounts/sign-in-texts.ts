import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import type { OriginPortal } from '../session/intent.ts';

/** The texts of a sign-in: as on the portal that it leads back to. */
export const signInTexts = (call: WebCall, portal: OriginPortal | undefined): Promise<PageTexts> =>
  textsFor(call.request, portal?.language);
