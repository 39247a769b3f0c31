import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { COMMENT, commentAnchor, storyPath } from '../../planning/paths/page-paths.ts';
import { answersOf } from '../kit/answer.ts';
import { UNSAVED } from '../kit/form-tools.ts';
import { isChange, memberCallOrThrow, type MemberCall } from './member-call.ts';
import { planningErrorPage } from './planning-error-page.ts';
import { findReferencedStory, isReference } from './story-by-reference.ts';

/** The members of the team that owns what a path names. */
export const members = answersOf<MemberCall>({
  async admit(call, visitor, asked) {
    const isPage = call.request.method === 'GET';
    // Ids are the same in any case, and are stored in one; a draft is stored under the path.
    if (isPage && call.request.path !== call.request.path.toLowerCase())
      return redirectResponse(addressOf(call));
    const { storyId } = call.request.parameters;
    if (isPage && isReference(storyId)) {
      const found = await findReferencedStory(call, visitor.session, storyId);
      if (found !== undefined) return redirectResponse(storyPath(found));
    }
    return await memberCallOrThrow(call, visitor, asked);
  },
  addressOf,
  /** A change is not made then, and the page says so: others may have made one by then. */
  nextOf: (form, { request }, page) =>
    isChange(form, request.path) ? `${page}?${UNSAVED}=1` : `${page}#${COMMENT}`,
  pageOfError: planningErrorPage,
});

/** The usual address of a page with its query, and with the place of a comment that it names, which browsers do not send. */
function addressOf({ request: { path, query } }: WebCall): string {
  const comment = query.get(COMMENT);
  const place = comment !== null && uuid().safeParse(comment).success ? `#${commentAnchor(comment)}` : '';
  return `${path.toLowerCase()}${query.size > 0 ? `?${query.toString()}` : ''}${place}`;
}
