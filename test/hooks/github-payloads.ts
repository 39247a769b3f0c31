/** Payloads with the parts of GitHub's that matter here, and some that do not. */

/** A time in November 2026, by the minute. */
const minute = (at: number): string =>
  new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString().replace('.000', '');

const repository = {
  id: 1296269,
  name: 'shop',
  full_name: 'acme/shop',
  private: true,
  html_url: 'https://github.com/acme/shop',
  default_branch: 'main',
};

interface Pull {
  /** What happened to it; follows from its state if left out. */
  action?: string;
  number?: number;
  title?: string;
  body?: string | null;
  branch?: string;
  state?: 'open' | 'draft' | 'closed' | 'merged';
  at?: number;
  /** The repository that the branch is in. */
  from?: string;
  isPublic?: boolean;
}

export function pullRequest({
  action,
  number = 7,
  title = 'Refunds',
  body = null,
  branch = 'refunds',
  state = 'open',
  at = 0,
  from = 'acme/shop',
  isPublic = false,
}: Pull) {
  const isOpen = state === 'open' || state === 'draft';
  return {
    action: action ?? (isOpen ? 'opened' : 'closed'),
    number,
    repository: { ...repository, private: !isPublic, pushed_at: minute(at) },
    pull_request: {
      id: 1,
      number,
      html_url: `https://github.com/acme/shop/pull/${number}`,
      title,
      body,
      state: isOpen ? 'open' : 'closed',
      draft: state === 'draft',
      merged: state === 'merged',
      updated_at: minute(at),
      head: { ref: branch, sha: 'f'.repeat(40), repo: { full_name: from } },
      base: { ref: 'main', repo: repository },
    },
    sender: { login: 'octocat', id: 1 },
  };
}

export const branchEvent = (ref: string, at = 0, type = 'branch') => ({
  ref,
  ref_type: type,
  master_branch: 'main',
  pusher_type: 'user',
  repository: { ...repository, pushed_at: minute(at) },
});

export const push = (ref: string, { at = 0, deleted = false } = {}) => ({
  ref,
  before: '0'.repeat(40),
  after: 'f'.repeat(40),
  created: !deleted,
  deleted,
  // Seconds, in this event alone.
  repository: { ...repository, pushed_at: Date.parse(minute(at)) / 1000 },
  commits: [],
});
