import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { sameFormNonce } from '../kit/form-nonce.ts';
import type { PageContext } from '../portal/page-context.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { similarView } from './similar-view.ts';
import type { SignedIn } from '../portal/visitor.ts';

interface Similar {
  form: Form;
  items: readonly PublicItem[];
  voted: ReadonlySet<string>;
}

/** Shows items that are like a suggestion before it becomes one itself. */
export function similarPage(
  context: PageContext & { visitor: SignedIn },
  { form, items, voted }: Similar,
): WebResponse {
  const { t, portal, visitor } = context;
  const formNonce = sameFormNonce(form);
  return portalResponse(context, similarView({ t, portal, visitor, form, formNonce, items, voted }));
}
