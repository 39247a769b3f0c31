import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { addresses } from '../public-portals/addresses.ts';
import { itemOrThrow } from './find-item.ts';
import { itemActs } from './item-acts.ts';
import { itemManagement } from './item-page.ts';
import { problemOf } from './problem-of.ts';
import type { TeamForm } from './team-call.ts';

/** Carries out a form of the team on an item, and returns to the page with the item. */
export const actOnItem: TeamForm = async (team, form) => {
  const { act: name = '', itemSlug } = team.call.request.parameters;
  const act = Object.hasOwn(itemActs, name) ? itemActs[name] : undefined;
  if (!act) throw publicNotFound();
  const item = await itemOrThrow(team);
  try {
    const slug = (await act(team, item, form)) ?? itemSlug!;
    return redirectResponse(
      `${placeOf(team.portal.slug, slug, { name, place: form['place'] })}?done=${name}#team`,
    );
  } catch (error) {
    const refused = problemOf(error);
    return await itemManagement(team, item, { form, ...refused });
  }
};

/** The public page has no hidden items. */
function placeOf(
  slug: string,
  itemSlug: string,
  { name, place }: { name: string; place: string | undefined },
): string {
  if (place === 'inbox') return addresses.manage(slug);
  return place === 'idea' && name !== 'hide'
    ? addresses.item(slug, itemSlug)
    : addresses.manageItem(slug, itemSlug);
}
