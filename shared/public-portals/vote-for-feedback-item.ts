import { nothingPublic } from '../api/public-read.ts';
import { commit } from '../db/write.ts';
import { takeVoteBack, vote } from '../feedback/vote-store.ts';
import { redirectAnswer } from '../pages/page.ts';
import { addresses } from './addresses.ts';
import { findPublicItem } from './find-item.ts';
import { posting, visitorLimits } from './posting.ts';

/** The vote is there, or is not, already: nothing is left to do. */
class AsWanted extends Error {
  override name = 'AsWanted';
}

const itemPath = ({ portalSlug, itemSlug }: Record<string, string>) => addresses.item(portalSlug!, itemSlug!);

/** Votes for an item, or takes the vote back; one person has one vote. */
export const voteForFeedbackItem = posting({
  id: 'voteForFeedbackItem',
  path: '/portals/{portalSlug}/feedback/items/{itemSlug}/vote',
  limit: visitorLimits.votes,
  formPage: itemPath,
  handle: async (call, { form, visitor }) => {
    const { services, read, now, request } = call;
    const parameters = request.parameters as { portalSlug: string; itemSlug: string };
    const { item } = await findPublicItem(read, parameters);
    const one = { itemId: item.id, userId: visitor.session.user.id };
    const asWanted = () => new AsWanted('The vote is as wanted.');
    const changes =
      form['vote'] === 'back' ? takeVoteBack(one, asWanted) : vote(one, now, asWanted, nothingPublic);
    try {
      await commit(services.database, changes);
    } catch (error) {
      if (!(error instanceof AsWanted)) throw error;
    }
    return redirectAnswer(pageToReturnTo(form['back'], parameters, services.baseUrl()));
  },
});

/** The page that the vote was given on, as long as it is one of this portal. */
function pageToReturnTo(
  back: string | undefined,
  parameters: { portalSlug: string; itemSlug: string },
  baseUrl: string,
): string {
  const portal = addresses.portal(parameters.portalSlug);
  const url = URL.parse(back ?? '', baseUrl);
  const isHere = url?.origin === new URL(baseUrl).origin && `${url.pathname}/`.startsWith(`${portal}/`);
  return isHere ? url.pathname + url.search : itemPath(parameters);
}
