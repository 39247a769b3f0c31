import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { renameAuthor } from '../../feedback/items/rename-author.ts';
import { setUserName } from '../../identity/members/user-store.ts';
import { displayName, NOBODYS_NAME } from '../../identity/principals/display-name.ts';
import { ownNameFault } from '../accounts/own-name.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { findTeamMember } from './team-member.ts';
import type { SignedIn } from './visitor.ts';
import type { PlainText } from '../messages/page-messages.ts';

interface Named {
  id: string;
  name: string | null;
}

/** Whether a person has a name that can be shown; forms ask the others for one. */
const hasName = ({ name }: Pick<Named, 'name'>): boolean => displayName(name) !== NOBODYS_NAME;

const nameIn = (form: Form): string => (form['name'] ?? '').trim();

/** Why a form cannot be posted under the name in it; undefined if it can, or the person has one, also as a member. */
export async function visitorNameProblem(
  { session }: SignedIn,
  { form, workspaceId }: { form: Form; workspaceId: string },
  read: Reader,
): Promise<PlainText | undefined> {
  if (hasName(session.user)) return undefined;
  const member = await findTeamMember(read, session, workspaceId);
  return member && hasName(member) ? undefined : ownNameFault(nameIn(form));
}

/** Stores the name that a person gave in a form, as visitorNameProblem has accepted it. */
export async function storeName(user: Named, form: Form, { read, services, now }: WebCall): Promise<void> {
  if (hasName(user) || nameIn(form) === '') return;
  await commit(services.database, [setUserName(user.id, nameIn(form))]);
  await renameAuthor({ read, write: (changes) => commit(services.database, changes) }, user.id, now);
}
