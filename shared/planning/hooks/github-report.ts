import * as z from 'zod';
import { memoize, webAddress } from '../../kernel/core/schema.ts';
import { branchOf, branchPath, payloadOrThrow, providerTime, type PageState, type Report } from './report.ts';

/** The parts that are used of GitHub's payloads: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
const repository = memoize(() =>
  z.object({
    full_name: z.string(),
    html_url: webAddress(),
    private: z.boolean(),
    pushed_at: providerTime(),
  }),
);

const pullRequestEvent = memoize(() =>
  z.object({
    action: z.string().default('closed'),
    repository: repository(),
    pull_request: z.object({
      number: z.int(),
      html_url: webAddress(),
      title: z.string(),
      body: z.string().nullish(),
      state: z.enum(['open', 'closed']),
      draft: z.boolean().default(false),
      merged: z.boolean().nullish(),
      updated_at: providerTime(),
      head: z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
    }),
  }),
);

const branchEvent = memoize(() =>
  z.object({ repository: repository(), ref: z.string(), ref_type: z.string().default('branch') }),
);

const pushEvent = memoize(() =>
  z.object({ repository: repository(), ref: z.string(), deleted: z.boolean().default(false) }),
);

/** What a delivery of GitHub reports; undefined for events that are of no use here. Throws a 400 for a broken payload. */
export function githubReport(event: string, payload: unknown): Report | undefined {
  if (event === 'pull_request') return pullRequest(payloadOrThrow(pullRequestEvent(), payload));
  if (event === 'push') {
    const { ref, deleted, repository: where } = payloadOrThrow(pushEvent(), payload);
    return branch(where, branchOf(ref), deleted ? 'closed' : 'open');
  }
  if (event !== 'create' && event !== 'delete') return undefined;
  const { ref, ref_type: type, repository: where } = payloadOrThrow(branchEvent(), payload);
  return branch(where, type === 'branch' ? ref : undefined, event === 'delete' ? 'closed' : 'open');
}

function pullRequest({
  action,
  repository: where,
  pull_request: pull,
}: z.output<ReturnType<typeof pullRequestEvent>>): Report {
  const state = stateOf(pull);
  // Anyone can open one from a fork of a public repository, and write what they like; its people see the title and the branch
  // when they merge; its author can still change the title afterwards.
  const isForeign = !where.private && pull.head.repo?.full_name !== where.full_name;
  const text = pull.body ?? '';
  return {
    url: pull.html_url,
    kind: 'pull_request',
    title: `${where.full_name}#${pull.number}`,
    state,
    at: pull.updated_at,
    texts: [pull.title, pull.head.ref, ...(isForeign ? [] : [text])],
    linkingTexts: isForeign ? [text] : [],
    moves: !isForeign || (state === 'merged' && action === 'closed'),
  };
}

function stateOf({
  state,
  draft,
  merged,
}: {
  state: string;
  draft: boolean;
  merged?: boolean | null | undefined;
}): PageState {
  if (merged) return 'merged';
  if (state === 'closed') return 'closed';
  return draft ? 'draft' : 'open';
}

function branch(
  { full_name: name, html_url: url, pushed_at: at }: z.output<ReturnType<typeof repository>>,
  ref: string | undefined,
  state: PageState,
): Report | undefined {
  if (ref === undefined) return undefined;
  return {
    url: `${url}/tree/${branchPath(ref)}`,
    kind: 'branch',
    title: `${name}: ${ref}`,
    state,
    at,
    texts: [ref],
    moves: false,
  };
}
