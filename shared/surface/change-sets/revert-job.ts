import * as z from 'zod';
import type { Actor } from '../../kernel/core/actor.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { PrincipalKind } from '../../kernel/core/caller.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { revertOutcomeSchema } from './revert-outcome.ts';
import type { RevertSource } from './revert-source.ts';

/** How long a job can be read after it was asked for, in days. */
export const JOB_DAYS = 30;

const jobStates = ['running', 'done', 'failed'] as const;

const jobStatus = memoize(() => z.enum(jobStates).meta({ id: 'JobStatus' }));

const jobSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      status: jobStatus().meta({ description: 'How far it is.' }),
      done: z.int().meta({ description: 'Resources that it has gone through.' }),
      total: z.int().meta({ description: 'All resources that it goes through.' }),
    })
    .meta({ id: 'Job', description: 'Work that goes on after its request.' }),
);

export const acceptedSchema = memoize(() => z.object({ job: jobSchema() }));

export const jobDetailsSchema = memoize(() =>
  jobSchema()
    .extend({
      outcome: revertOutcomeSchema().meta({
        description: 'What all of it did so far, of what the caller can see.',
      }),
      problem: z.string().nullable().meta({ description: 'Why it failed.' }),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'JobDetails', description: 'Work that goes on after its request, and what came of it.' }),
);

export type ShownJob = z.output<ReturnType<typeof jobSchema>>;

/** What a job reverts. */
export interface RevertRequest {
  source: RevertSource;
  resourceIds: readonly string[] | null;
  /** The change set of the reversal. */
  changeSetId: string;
  isDry: boolean;
  /** The fence that the log had not passed when the request ended; null if it had. */
  fence: string | null;
}

/** Who asked for a job, with the rights of their credential then; what is left of them counts when it runs. */
interface JobOwner {
  kind: PrincipalKind;
  principalId: string;
  scopes: readonly Scope[];
  restrictedTeamIds: readonly string[] | null;
  credentialId: string;
  credentialName: string;
  actor: Actor;
}

interface Progress {
  done: number;
  total: number;
  /** The resource up to which it has come; null before the first. */
  after: string | null;
}

export interface RevertJob extends Progress {
  id: string;
  workspaceId: string;
  status: ShownJob['status'];
  request: RevertRequest;
  owner: JobOwner;
  /** How many parts its outcome has. */
  parts: number;
  problem: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A job of the caller that goes on where the request ends. */
export function newRevertJob(
  { caller, newId, now }: Pick<OperationContext, 'caller' | 'newId' | 'now'>,
  request: RevertRequest,
  progress: Progress,
): RevertJob {
  const { kind, principalId, scopes, restrictedTeamIds, credentialId, credentialName, actor } = caller;
  if (kind === 'operator' || kind === 'visitor') throw new Error(`A ${kind} reverts nothing by a job.`);
  const owner = { kind, principalId, restrictedTeamIds, credentialId, credentialName, actor };
  const at = now.toISOString();
  return {
    id: newId(),
    workspaceId: caller.workspaceId,
    status: progress.done === progress.total && request.fence === null ? 'done' : 'running',
    request,
    owner: { ...owner, scopes: [...scopes] },
    ...progress,
    parts: 0,
    problem: null,
    createdAt: at,
    updatedAt: at,
  };
}

export const showJob = ({ id, status, done, total }: RevertJob): ShownJob => ({ id, status, done, total });
