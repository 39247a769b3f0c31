import { getServiceAccountItem } from '../../identity/service-accounts/service-account-store.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { getLabelReference } from '../../planning/labels/label-store.ts';
import type { GivenFilter } from './event-filter.ts';

/** Throws a 400 for filters by teams, labels, members and agents that the caller cannot see. */
export async function assertFilter(
  caller: Caller,
  read: Reader,
  { teamIds, labelIds, assigneeIds, agentIds }: GivenFilter & { teamIds?: string[] | undefined },
): Promise<void> {
  const [labels, assignees, agents] = await Promise.all([
    Promise.all((labelIds ?? []).map((id) => getLabelReference(read, id))),
    Promise.all((assigneeIds ?? []).map((id) => getMemberItem(read, caller.workspaceId, id))),
    Promise.all((agentIds ?? []).map((id) => getServiceAccountItem(read, caller.workspaceId, id))),
  ]);
  const problems = [
    ...(teamIds ?? []).map((id, n) =>
      problemUnless(caller.teamIds.has(id), `teamIds.${n}`, 'a team that you have joined'),
    ),
    ...labels.map((label, n) => {
      const visible =
        label?.workspaceId === caller.workspaceId &&
        (label.teamId === null || caller.teamIds.has(label.teamId));
      return problemUnless(visible, `labelIds.${n}`, 'a label that you can see');
    }),
    ...assignees.map((member, n) =>
      problemUnless(member !== undefined, `assigneeIds.${n}`, 'a member of the workspace'),
    ),
    ...agents.map((agent, n) =>
      problemUnless(agent !== undefined, `agentIds.${n}`, 'a service account of the workspace'),
    ),
  ].flat();
  if (problems.length > 0) throw invalidReference(problems);
}

const problemUnless = (fits: boolean, path: string, what: string) =>
  fits ? [] : [{ path, message: `is not ${what}` }];
