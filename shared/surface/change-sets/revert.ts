import { Accepted, type OperationContext } from '../../kernel/core/call.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { putFence } from '../../kernel/log/log-fence-store.ts';
import { begin, merged, nameOf, revertStep, stepsOf } from './revert-steps.ts';
import { newRevertJob, showJob, type RevertJob } from './revert-job.ts';
import { putReversal } from './reversal-store.ts';
import { putRevertJob, requestRevertJob } from './revert-job-changes.ts';
import { nothingReverted, RESOURCES_MAX, type RevertOutcome } from './revert-outcome.ts';
import { recordOf, type RevertAnswer } from './revert-record.ts';
import { readSource, type RevertSource } from './revert-source.ts';
import { untilLogged } from './until-logged.ts';

/** How long a request reverts before a job goes on, in milliseconds: well before the function's time is up. */
const REQUEST_MAX_MS = 7_000;

/** How long it waits before for what was just written, in milliseconds; an operator's command line waits longer. */
const LOG_MAX_MS = 4_000;
const OPERATOR_LOG_MAX_MS = 60_000;

interface Wishes {
  dryRun?: boolean | undefined;
  resourceIds?: readonly string[] | undefined;
}

/**
 * Reverts what the source names. What one request has no time for, or is more than it takes, is completed by a job with
 * the rights that the caller has by then.
 */
export async function revert(
  call: OperationContext,
  source: RevertSource,
  { dryRun, resourceIds }: Wishes,
): Promise<RevertAnswer> {
  const begun = performance.now();
  const isDry = dryRun === true;
  const isOperator = call.caller.kind === 'operator';
  const fence = call.newId();
  await call.tryWrite(putFence(fence, call.now));
  const isLogged = await untilLogged(call, fence, isOperator ? OPERATOR_LOG_MAX_MS : LOG_MAX_MS);
  if (!isLogged && isOperator) throw behind();
  // What is not in the log yet cannot be put in order with the rest.
  const events = isLogged ? await readSource(call, source) : [];
  const steps = stepsOf(events, resourceIds);
  const total = steps.reduce((sum, step) => sum + step.length, 0);
  const changeSetId = call.changeSetId ?? call.newId();
  const context = { ...call, changeSetId, isDry, ...begin(events) };
  let outcome: RevertOutcome = nothingReverted(isDry);
  let [done, after]: [number, string | null] = [0, null];
  // The operator's command line has all the time that it needs.
  const isOver = () => !isOperator && (total > RESOURCES_MAX || performance.now() - begun > REQUEST_MAX_MS);
  if (!isDry && total > 0) await call.tryWrite([putReversal(call.caller.workspaceId, changeSetId, call.now)]);
  for (const step of steps) {
    if (isOver()) break;
    outcome = merged(outcome, [await revertStep(context, step)]);
    done += step.length;
    after = nameOf(step.at(-1)!);
  }
  const request = {
    source,
    resourceIds: resourceIds ?? null,
    changeSetId,
    isDry,
    fence: isLogged ? null : fence,
  };
  if (isLogged && done === total) {
    await record(call, source, outcome, () => newRevertJob(call, request, { done, total, after }));
    return outcome;
  }
  const { job, changes } = putRevertJob(newRevertJob(call, request, { done, total, after }), outcome);
  await call.commit([...changes, requestRevertJob(job, call.now)], JSON.stringify({ job: job.id }));
  return new Accepted({ job: showJob(job) });
}

const behind = () =>
  new ApiError('service_unavailable', 'What was just written is not in the log yet.', {
    hint: 'Look at the stream of the table (docs/runbook.md), and try again.',
  });

/** Records an outcome for the same request sent again: with its key or, if it is too long for that, as that of a job. */
async function record(
  { commit, requestKey }: OperationContext,
  source: RevertSource,
  outcome: RevertOutcome,
  newJob: () => RevertJob,
): Promise<void> {
  const short = recordOf(source, outcome);
  if (requestKey === undefined || short !== undefined) return await commit([], short ?? '');
  const { job, changes } = putRevertJob(newJob(), outcome);
  await commit(changes, JSON.stringify({ outcomeOf: job.id }));
}
