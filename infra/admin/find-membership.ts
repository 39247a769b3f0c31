import { suggestion } from '../../shared/lib/nearest.ts';
import type { Workspace } from '../../shared/workspaces/workspace.ts';
import { CommandError } from './command-error.ts';
import type { Operator } from './operator.ts';
import type { Membership } from './operator/members.ts';

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A member with their teams, by e-mail address or id. */
export async function findMembership(
  operator: Operator,
  workspace: Workspace,
  text: string,
): Promise<Membership> {
  const found = isId(text)
    ? await operator.getMember(workspace.id, text.toLowerCase())
    : await operator.findMember(workspace.id, text);
  if (found) return found;
  const emails = (await operator.listMembers(workspace.id)).flatMap(({ email }) => email ?? []);
  throw new CommandError(
    `There is no member of ${workspace.slug} called ${text}; ${suggestion(text, emails)}`,
  );
}
