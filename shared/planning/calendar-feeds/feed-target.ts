import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { ApiError, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { visibleViewOrThrow } from '../views/view-access.ts';
import { getViewItem } from '../views/view-item-store.ts';
import { scopesOfKind, type CalendarFeed } from './calendar-feed.ts';

/** What a feed shows. */
type Target = Pick<CalendarFeed, 'kind'> & { teamId?: string | undefined; viewId?: string | undefined };

/** The fields that name what a feed of a kind shows. */
const named = { teamId: 'team', viewId: 'view' } as const;

/** Throws a 400 unless a request names what its kind shows, and nothing else. */
export function assertNamed(target: Target): void {
  const problems = (['teamId', 'viewId'] as const).flatMap((path) => {
    const isOfKind = target.kind === named[path];
    if (isOfKind === (target[path] !== undefined)) return [];
    const message = isOfKind
      ? `is required with the kind ${named[path]}`
      : `is only for the kind ${named[path]}`;
    return [{ path, message, ...(isOfKind ? { code: 'required' as const } : {}) }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Throws a 403 if the caller's credential may not read what a feed of a kind shows: an address shows it without one. */
export function assertReadable(caller: Caller, { kind }: Target): void {
  const missing = scopesOfKind[kind].filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `Your token lacks ${missing.join(' and ')}, which this calendar shows.`,
    {
      hint: 'Use a token with the scopes of what the calendar shows.',
      details: { missingScopes: missing },
    },
  );
}

/** Throws a 400 if the caller cannot see the team or view that a feed would show. */
export async function assertTargetVisible(
  { caller, read }: { caller: Caller; read: Reader },
  { teamId, viewId }: Target,
): Promise<void> {
  const refuse = (path: string, what: string) =>
    invalidReference([{ path, message: `is not a ${what} that you can see` }]);
  if (teamId !== undefined && !caller.teamIds.has(teamId)) throw refuse('teamId', 'team');
  if (viewId === undefined) return;
  const item = await getViewItem(read, viewId);
  try {
    visibleViewOrThrow(caller, item);
  } catch {
    throw refuse('viewId', 'view');
  }
}
