import { writeConflict } from '../../kernel/core/errors.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { newVoter } from '../../feedback/items/author.ts';
import { castVote } from '../../feedback/items/cast-vote.ts';
import { getVote, removeVote } from '../../feedback/items/vote-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { addresses, anchors, VOTED } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { pageToReturnTo, returnPath } from './page-to-return-to.ts';

/** The vote already is as requested. */
class VoteUnchanged extends Error {
  override name = 'VoteUnchanged';
}

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Adds or removes a vote for an item; one vote per person. */
export const voteForFeedbackItem = formRoute({
  id: 'voteForFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/vote',
  limit: visitorLimits.votes,
  formPage: itemPath,
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    const parameters = request.parameters as { portalSlug: string; itemSlug: string };
    const { portal, item } = await findPublicItem(read, parameters, async () => undefined);
    const userId = visitor.session.user.id;
    const one = { itemId: item.id, userId };
    const asWanted = () => new VoteUnchanged('The vote already is as requested.');
    try {
      await retryOnConflict(async () => {
        const read = createReader(services.database);
        if (form['vote'] === 'back') {
          const given = await getVote(read, item.id, userId);
          if (!given) throw asWanted();
          return await commit(services.database, removeVote(given, writeConflict));
        }
        const { workspaceId, id: portalId } = portal;
        const voter = await newVoter(read, { userId, workspaceId, portalId }, now);
        const ballot = { now, again: asWanted, refused: publicNotFound, along: voter };
        await castVote(services.database, one, ballot);
      });
    } catch (error) {
      if (!(error instanceof VoteUnchanged)) throw error;
    }
    const page = pageToReturnTo({ back: form['back'], parameters, baseUrl: services.baseUrl() });
    const anchor = page.pathname === itemPath(parameters) ? anchors.item : anchors.idea(item.slug);
    return redirectResponse(returnPath(page, { [VOTED]: item.slug }, anchor));
  },
});
