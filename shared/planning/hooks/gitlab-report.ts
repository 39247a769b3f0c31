import * as z from 'zod';
import { memoize, webAddress } from '../../kernel/core/schema.ts';
import {
  branchOf,
  branchPath,
  payloadOrThrow,
  providerTime,
  TIMELESS,
  type PageState,
  type Report,
} from './report.ts';

/** The visibility of public projects: https://docs.gitlab.com/api/projects/#project-visibility-level */
const PUBLIC = 20;

/** The parts that are used of GitLab's payloads: https://docs.gitlab.com/user/project/integrations/webhook_events/ */
const project = memoize(() =>
  z.object({
    path_with_namespace: z.string(),
    web_url: webAddress(),
    visibility_level: z.int().default(PUBLIC),
  }),
);

const mergeRequestEvent = memoize(() =>
  z.object({
    project: project(),
    object_attributes: z.object({
      iid: z.int(),
      url: webAddress(),
      action: z.string().default('merge'),
      title: z.string(),
      description: z.string().nullish(),
      state: z.enum(['opened', 'closed', 'merged', 'locked']),
      draft: z.boolean().optional(),
      work_in_progress: z.boolean().optional(),
      updated_at: providerTime(),
      source_branch: z.string(),
      source_project_id: z.int(),
      target_project_id: z.int(),
    }),
  }),
);

const pushEvent = memoize(() => z.object({ project: project(), ref: z.string(), after: z.string() }));

/** What a delivery of GitLab reports; undefined for events that are of no use here. Throws a 400 for a broken payload. */
export function gitlabReport(event: string, payload: unknown): Report | undefined {
  if (event === 'Merge Request Hook') return mergeRequest(payloadOrThrow(mergeRequestEvent(), payload));
  if (event === 'Push Hook') return branch(payloadOrThrow(pushEvent(), payload));
  return undefined;
}

function mergeRequest({
  project: where,
  object_attributes: merge,
}: z.output<ReturnType<typeof mergeRequestEvent>>): Report {
  const state = stateOf(merge);
  // Anyone can open one from a fork of a public project, and write what they like; its people see the title and the branch
  // when they merge; its author can still change the title afterwards.
  const isForeign = where.visibility_level === PUBLIC && merge.source_project_id !== merge.target_project_id;
  const text = merge.description ?? '';
  return {
    url: merge.url,
    kind: 'pull_request',
    title: `${where.path_with_namespace}!${merge.iid}`,
    state,
    at: merge.updated_at,
    texts: [merge.title, merge.source_branch, ...(isForeign ? [] : [text])],
    linkingTexts: isForeign ? [text] : [],
    moves: !isForeign || (state === 'merged' && merge.action === 'merge'),
  };
}

interface MergeState {
  state: 'opened' | 'closed' | 'merged' | 'locked';
  draft?: boolean | undefined;
  work_in_progress?: boolean | undefined;
}

/** A merge request is locked while it is being merged. */
function stateOf({ state, draft, work_in_progress: unfinished }: MergeState): PageState {
  if (state === 'merged' || state === 'closed') return state;
  return (draft ?? unfinished) ? 'draft' : 'open';
}

/** Pushes have no time, so a branch that was deleted stays closed. */
function branch({ project: where, ref, after }: z.output<ReturnType<typeof pushEvent>>): Report | undefined {
  const name = branchOf(ref);
  if (name === undefined) return undefined;
  return {
    url: `${where.web_url}/-/tree/${branchPath(name)}`,
    kind: 'branch',
    title: `${where.path_with_namespace}: ${name}`,
    state: /^0+$/.test(after) ? 'closed' : 'open',
    at: TIMELESS,
    texts: [name],
    moves: false,
  };
}
