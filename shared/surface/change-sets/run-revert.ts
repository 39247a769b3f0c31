import * as z from 'zod';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getCredential } from '../../kernel/auth/credential-store.ts';
import { getGrant } from '../../kernel/auth/grant-store.ts';
import { execute } from '../../kernel/api/operation/execute.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { jobServices } from '../groups/job-services.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import type { RevertJob } from './revert-job.ts';
import { replaceRevertJob } from './revert-job-changes.ts';
import { getOutcomeParts, getRevertJob } from './revert-job-store.ts';
import { nothingReverted, type RevertOutcome } from './revert-outcome.ts';
import { readSource } from './revert-source.ts';
import { begin, nameOf, revertStep, stepsOf } from './revert-steps.ts';
import { untilLogged } from './until-logged.ts';

/** How long one run reverts, in milliseconds: it ends well before its lease. */
const RUN_MAX_MS = 30_000;

/** How long one run waits for the log to have all that was written before the job, in milliseconds. */
const LOG_MAX_MS = 5_000;

/** How long a job may take, in milliseconds; one that takes longer meets the same error again and again. */
const DURATION_MAX_MS = 24 * 60 * 60 * 1_000;

/**
 * Reverts some more of a job. A run that is interrupted is repeated from the last step that was stored; what is reverted
 * already stays so. Returns when to go on; undefined at the end.
 */
export async function runRevert(context: JobContext, id: string): Promise<Date | undefined> {
  const read = createReader(context.database);
  const job = await getRevertJob(read, id);
  if (job?.status !== 'running') return undefined;
  if (context.now.getTime() - Date.parse(job.createdAt) > DURATION_MAX_MS) {
    await fail(context, job, 'It was not completed within a day. Tell the operator, and ask for it again.');
    return undefined;
  }
  const { fence } = job.request;
  if (fence !== null && !(await untilLogged({ read }, fence, LOG_MAX_MS))) return context.now;
  const resolveCaller = () => callerOf(read, job, context.now);
  const run = { operation: continuing(id), resolveCaller, input: { path: {}, query: {}, body: undefined } };
  try {
    const { data } = await execute(jobServices(context, id), {
      ...run,
      claim: undefined,
      source: null,
      changeSetId: job.request.changeSetId,
    });
    return data.isDone ? undefined : context.now;
  } catch (error) {
    // What the API refuses, it would refuse again.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await fail(context, (await getRevertJob(createReader(context.database), id))!, error.message);
    return undefined;
  }
}

async function fail({ database, now }: JobContext, job: RevertJob, problem: string): Promise<void> {
  const failed = { ...job, status: 'failed' as const, problem, updatedAt: nextTimestamp(now, job.updatedAt) };
  const { changes } = replaceRevertJob(failed, nothingReverted(job.request.isDry), job, writeConflict);
  await tryCommit(database, changes);
}

/** Who asked for the job, with the rights that they still have; throws if their membership or credential has ended. */
async function callerOf(read: Reader, { workspaceId, owner }: RevertJob, now: Date): Promise<Caller> {
  const { principalId, credentialId, restrictedTeamIds, scopes } = owner;
  const [membership, credential] = await Promise.all([
    readMembership(read, workspaceId, principalId),
    getCredential(read, credentialId),
  ]);
  // The credential of a connected application is a person's grant; a session has none.
  const isGranted = async (userId: string) =>
    (await getGrant(read, { userId, id: credentialId }, now)) !== undefined;
  const hasEnded = credential
    ? credential.revokedAt !== null || credential.expiresAt <= now.toISOString()
    : membership?.userId !== undefined && credentialId !== '' && !(await isGranted(membership.userId));
  if (!membership || hasEnded)
    throw new ApiError('invalid_credential', 'The credential that asked for it is no longer valid.');
  const { teamIds, role } = membership;
  return {
    ...owner,
    workspaceId,
    role,
    scopes: new Set(scopes.filter((scope) => membership.scopes?.includes(scope) ?? true)),
    teamIds: restrictedTeamIds ? new Set(restrictedTeamIds.filter((team) => teamIds.has(team))) : teamIds,
    expiresAt: '',
  };
}

/** What a run does, as an operation of the caller, which no route serves. */
const continuing = (jobId: string) =>
  operation({
    id: 'continueRevert',
    method: 'POST',
    path: `${WORKSPACE_PATH}/change-sets/revert`,
    tag: 'Changes',
    summary: 'Go on reverting',
    scopes: [],
    teamRestricted: 'allowed',
    output: doneSchema,
    handle: async (call) => ({ isDone: await goOn(call, jobId) }),
  });

const doneSchema = memoize(() => z.object({ isDone: z.boolean() }));

/** Reverts step after step from where the job has come; returns whether it has ended. */
async function goOn(call: OperationContext, jobId: string): Promise<boolean> {
  const started = performance.now();
  let job = (await getRevertJob(call.read, jobId))!;
  const { source, resourceIds, changeSetId, isDry } = job.request;
  const events = await readSource(call, source);
  const parts = await getOutcomeParts(call.read, jobId);
  const context = { ...call, changeSetId, isDry, ...begin(events, parts) };
  const store = async (progress: Partial<RevertJob>, outcome: RevertOutcome): Promise<boolean> => {
    const next = { ...job, ...progress, updatedAt: nextTimestamp(call.now, job.updatedAt) };
    const stored = replaceRevertJob(next, outcome, job, writeConflict);
    job = stored.job;
    return await call.tryWrite(stored.changes);
  };
  const steps = stepsOf(events, resourceIds ?? undefined);
  // Only now it is known how many there are, if the log was behind.
  if (job.after === null) job = { ...job, total: steps.flat().length };
  const reached = steps.findIndex((step) => step.some((one) => nameOf(one) === job.after));
  for (const step of steps.slice(reached + 1)) {
    if (performance.now() - started > RUN_MAX_MS) return false;
    const outcome = await revertStep(context, step);
    const done = Math.min(job.total, job.done + step.length);
    // Another worker has taken over.
    if (!(await store({ done, after: nameOf(step.at(-1)!) }, outcome))) return true;
  }
  await store({ done: job.total, status: 'done' }, nothingReverted(isDry));
  return true;
}
