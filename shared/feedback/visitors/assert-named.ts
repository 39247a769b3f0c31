import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { toMember } from '../../identity/members/member-store.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { displayName, NOBODYS_NAME } from '../../identity/members/display-name.ts';
import { findTeamMemberId } from '../items/own-posts.ts';
import { personOf } from './shown-to-visitor.ts';

const isShown = (name: string | null | undefined): boolean => displayName(name ?? null) !== NOBODYS_NAME;

/** Throws a 400 at `name` for a person without a name to post under, their own or that of their membership in the team. */
export async function assertNamed({ caller, read }: { caller: Caller; read: Reader }): Promise<void> {
  const person = personOf(caller);
  const [user, memberId] = await Promise.all([getUser(read, person.userId), findTeamMemberId(read, person)]);
  if (isShown(user?.name)) return;
  const member = memberId === undefined ? undefined : await getMemberItem(read, person.workspaceId, memberId);
  if (member && isShown(toMember(member).name)) return;
  throw invalidRequest([{ path: 'name', code: 'required', message: 'is required to post under' }]);
}
