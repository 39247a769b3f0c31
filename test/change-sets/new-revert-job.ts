import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { Caller } from '../../shared/kernel/core/caller.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newRevertJob } from '../../shared/surface/change-sets/revert-job.ts';
import { putRevertJob } from '../../shared/surface/change-sets/revert-job-changes.ts';
import { nothingReverted } from '../../shared/surface/change-sets/revert-outcome.ts';
import type { TestWorkspace } from '../support/workspace.ts';

type Workspace = Pick<TestWorkspace, 'id' | 'database'>;

/** Makes a job of a person that has ended, as if they had reverted a change set with many resources; returns its id. */
export const newEndedJob = (workspace: Workspace, principalId: string, changeSetId: string) =>
  newJob(workspace, principalId, { changeSetId, fence: null, isDry: true });

/** Makes a job that reverts a change set once the log has passed a fence, which nothing runs; returns its id. */
export const newRunningJob = (
  workspace: Workspace,
  principalId: string,
  asked: { changeSetId: string; fence: string },
) => newJob(workspace, principalId, { ...asked, isDry: false });

async function newJob(
  { id: workspaceId, database }: Workspace,
  principalId: string,
  { changeSetId, ...asked }: { changeSetId: string; fence: string | null; isDry: boolean },
): Promise<string> {
  const now = new Date();
  const caller = {
    kind: 'user',
    principalId,
    workspaceId,
    scopes: new Set(allScopes),
    restrictedTeamIds: null,
    credentialId: '',
    credentialName: '',
    actor: { kind: 'user', id: principalId, via: 'rest' },
  } as unknown as Caller;
  const request = { source: { changeSetId }, resourceIds: null, changeSetId: newId(now), ...asked };
  const progress = { done: 0, total: 0, after: null };
  const begun = newRevertJob({ caller, now, newId: () => newId(now) }, request, progress);
  const { job, changes } = putRevertJob(begun, nothingReverted(asked.isDry));
  await commit(database, changes);
  return job.id;
}
