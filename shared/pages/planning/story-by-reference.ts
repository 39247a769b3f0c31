import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { listMemberLinks } from '../../kernel/auth/member-link-store.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { getStoryByReference } from '../../planning/stories/get-story-by-reference.ts';
import { findMember } from '../accounts/find-member.ts';
import type { Session } from '../session/session.ts';
import { run } from '../kit/run-operation.ts';

/** A story's reference in a path, such as `eng-12`. */
export const isReference = (text: string | undefined): text is string =>
  text !== undefined && /^[a-z][a-z0-9]*-\d{1,9}$/i.test(text);

/** The most workspaces in which a reference is looked up, the newest that the person has joined. */
const WORKSPACES_MAX = 10;

/** The id of the story that a person calls so in one of their workspaces. */
export async function findReferencedStory(
  call: WebCall,
  session: Session,
  reference: string,
): Promise<string | undefined> {
  const links = await listMemberLinks(call.read, session.user.id);
  const found = await Promise.all(
    links.slice(0, WORKSPACES_MAX).map(async ({ workspaceId }) => {
      const member = await findMember(call.read, session, workspaceId);
      if (!member) return [];
      try {
        const path = { reference: reference.toUpperCase() };
        return [(await run({ call, member }, getStoryByReference, { path })).id];
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        return [];
      }
    }),
  );
  return found.flat()[0];
}
