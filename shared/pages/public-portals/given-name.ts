import { ownNameFault } from '../../identity/members/own-name.ts';
import { displayName, NOBODYS_NAME } from '../../identity/members/display-name.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { storeOwnName } from '../accounts/store-own-name.ts';
import type { VisitorCall } from './visitors.ts';

const nameIn = ({ name = '' }: Form): string => name.trim();

export const hasShownName = (name: string | null | undefined): boolean =>
  displayName(name ?? null) !== NOBODYS_NAME;

/** Stores the name that people without one give in a form, under which they post it. */
export async function storeGivenName({ call, visitor }: VisitorCall, sent: Form): Promise<void> {
  const { user } = visitor.session;
  if (hasShownName(user.name) || ownNameFault(nameIn(sent)) !== undefined) return;
  await storeOwnName(call, user.id, nameIn(sent));
}

/** What is said of a name under which a form cannot be posted, and where. */
export const nameRefusal = [
  'name',
  (sent: Form): PlainText => ownNameFault(nameIn(sent)) ?? 'name.missing',
] as const;
