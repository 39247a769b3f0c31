import { FOLLOWED_AFTER, SUBSCRIBED_AFTER } from '../session/next-path.ts';
import { portalHome } from '../../kernel/slugs/host-store.ts';

/** URL paths of a portal's pages. */
export const addresses = {
  portal: portalHome,
  roadmap: (slug: string) => `/portals/${slug}/feedback/roadmap`,
  updates: (slug: string) => `/portals/${slug}/feedback/updates`,
  update: (slug: string, updateSlug: string) => `/portals/${slug}/feedback/updates/${updateSlug}`,
  /** The icon of its pages, for home screens too. */
  icon: (slug: string) => `/portals/${slug}/feedback/icon.png`,
  /** The pictures of link previews. */
  portalPicture: (slug: string) => `/portals/${slug}/feedback/social.png`,
  itemPicture: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/social.png`,
  updatePicture: (slug: string, updateSlug: string) =>
    `/portals/${slug}/feedback/updates/${updateSlug}/social.png`,
  feed: (slug: string) => `/portals/${slug}/feedback/updates.atom`,
  newItem: (slug: string) => `/portals/${slug}/feedback/new`,
  item: (slug: string, itemSlug: string) => `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}`,
  vote: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/vote`,
  editItem: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/edit`,
  deleteItem: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/delete`,
  follow: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/follow`,
  subscription: (slug: string) => `/portals/${slug}/feedback/subscription`,
  mine: (slug: string) => `/portals/${slug}/feedback/mine`,
  itemPictureForm: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/picture`,
  commentPictureForm: (slug: string, itemSlug: string, id: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/comments/${id}/picture`,
  ownComment: (slug: string, itemSlug: string, id: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/comments/${id}`,
  comment: (slug: string, itemSlug: string) =>
    `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}/comments`,
  language: (slug: string) => `/portals/${slug}/feedback/language`,
  sitemap: (slug: string) => `/portals/${slug}/feedback/sitemap.xml`,
  monthSitemap: (slug: string, month: string) => `/portals/${slug}/feedback/sitemaps/${month}`,
  /** The pages of the team that manages the portal. */
  manage: (slug: string) => `/portals/${slug}/manage`,
  manageItem: (slug: string, itemSlug: string) =>
    `/portals/${slug}/manage/items/${encodeURIComponent(itemSlug)}`,
  manageUpdates: (slug: string) => `/portals/${slug}/manage/updates`,
  manageUpdate: (slug: string, updateSlug: string) => `/portals/${slug}/manage/updates/${updateSlug}`,
  manageUpdatePicture: (slug: string, updateSlug: string) =>
    `/portals/${slug}/manage/updates/${updateSlug}/picture`,
  newUpdatePicture: (slug: string) => `/portals/${slug}/manage/new-update/picture`,
  manageMail: (slug: string) => `/portals/${slug}/manage/mail`,
  newUpdate: (slug: string) => `/portals/${slug}/manage/new-update`,
  manageCustomerSecret: (slug: string) => `/portals/${slug}/manage/customer-secret`,
  manageBoards: (slug: string) => `/portals/${slug}/manage/boards`,
  manageLogo: (slug: string) => `/portals/${slug}/manage/logo`,
  manageSettings: (slug: string) => `/portals/${slug}/manage/settings`,
  /** The script of the widget, one for all portals. */
  widget: '/assets/widget.js',
  customer: (slug: string) => `/portals/${slug}/feedback/customer`,
  signOutCustomer: (slug: string) => `/portals/${slug}/feedback/customer/sign-out`,
};

/** What pages are linked to within a page, so that people are led back to where they were. */
export const anchors = {
  idea: (slug: string) => `idea-${slug}`,
  comment: (id: string) => `comment-${id}`,
  comments: 'comments',
  ideas: 'ideas',
  write: 'write',
  /** The idea on its own page. */
  item: 'top',
  /** What a form of the team's inbox has just done. */
  done: 'done',
} as const;

/** The query of a page after a vote: the idea that it was for. */
export const VOTED = 'voted';

/** The query of an item's page: what was done there, and to which comment. */
export const DONE = FOLLOWED_AFTER.name;
export const FOLLOWED = FOLLOWED_AFTER.value;
export const SUBSCRIBED = SUBSCRIBED_AFTER.value;
export const SAID = 'said';

/** The query of an item's page with a form to reply to a comment. */
export const REPLY = 'reply';

/** The query of an item's page after it was submitted. */
export const THANKS = 'thanks';

/** The field of a suggestion with the visitor's choice on the page of similar items: `send` or `edit`. */
export const AFTER_SIMILAR = 'after';

/** A path with those parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries).toString()}` : path;
}

/** The fields of the form for a comment whose draft is stored: that it is, and that it is given up. */
export const KEPT = 'kept';
export const CANCEL = 'cancel';
