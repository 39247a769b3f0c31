import type { RecurringStory } from '../../shared/planning/recurring-stories/recurring-story.ts';
import type { Client } from '../support/client.ts';
import { resourceApi } from '../support/resource-api.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** The recurring stories of a workspace, as one client manages them. */
export const recurringApi = ({ path }: Pick<TestWorkspace, 'path'>, client: Client) =>
  resourceApi<RecurringStory>(client, `${path}/recurring-stories`, { name: 'Again', rule: 'FREQ=WEEKLY' });

/** A workspace with two teams: a member of the first, and somebody of the other. */
export async function newRecurringWorkspace() {
  const workspace = await newWorkspace();
  const [team, other] = [await workspace.team(), await workspace.team()];
  const [member, outsider] = [
    await workspace.person('member', [team]),
    await workspace.person('member', [other]),
  ];
  return {
    workspace,
    team,
    other,
    member,
    recurring: recurringApi(workspace, member.client),
    theirs: recurringApi(workspace, outsider.client),
  };
}

/** The day that is some days from today, in UTC. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
