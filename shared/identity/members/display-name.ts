import { ADDRESS } from '../../kernel/core/email-addresses.ts';

/** Empty brackets and quotes. */
const EMPTY = /[<([{"']\s{0,9}[>)\]}"']/g;

/** The public name of a person who has not set one. */
export const NOBODYS_NAME = 'Someone';

/** A person's public name; email addresses are not shown. */
export const displayName = (name: string | null): string =>
  (name ?? '').replaceAll(ADDRESS, '').replaceAll(EMPTY, '').replaceAll(/\s+/g, ' ').trim() || NOBODYS_NAME;

interface NamedUser {
  name: string | null;
}

/** The public name of a member: their own or, while they have none, that in the workspace. */
export function nameOfMember(user: NamedUser, member: NamedUser): string {
  const own = displayName(user.name);
  return own === NOBODYS_NAME ? displayName(member.name) : own;
}
