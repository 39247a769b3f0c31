import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { actorOf, type Author } from '../../feedback/items/author.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { replaceFeedbackComment } from '../../feedback/items/comment-store.ts';
import { replaceItem } from '../../feedback/items/item-store.ts';
import type { ImageOwner } from '../../feedback/portals/image.ts';
import { sizedImagePath } from '../../feedback/portals/image-name.ts';
import { storeImage } from '../../feedback/portals/image-request.ts';
import { makeImage } from '../../feedback/portals/images/make-image.ts';
import { hasAllImages, OWNED_IMAGES_MAX, putOwnedImage } from '../../feedback/portals/owned-image-store.ts';
import type { Portal } from '../../feedback/portals/portal.ts';
import { signInPath } from '../accounts/next-path.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { addresses, anchors, DONE, SAID, withQuery } from './addresses.ts';
import { assertNotSubmitted, newFormNonce, recordFormNonce } from '../kit/form-nonce.ts';
import { formRoute, orBannedPage, visitorLimits } from './form-route.ts';
import { pictureOf } from './new-upload.ts';
import { ownCommentOrThrow } from './own-comment.ts';
import { ownItemOrThrow } from './own-item.ts';
import { loadPageContext } from './page-context.ts';
import { altOf, pictureFormView } from './picture-form-view.ts';
import { portalResponse } from './portal-response.ts';
import { portalRoute } from './portal-route.ts';
import { visitorUpload } from './visitor-upload.ts';
import { signedInVisitor, type SignedIn } from './visitor.ts';

type Parameters = Record<string, string>;

/** What a picture is added to: as it is now, and how it is written with a longer text. */
interface Owned {
  owner: ImageOwner;
  /** The idea, or that of the comment. */
  itemId: string;
  portal: Portal;
  text: string;
  maxCharacters: number;
  author: Author;
  replace: (text: string, now: Date) => Change[];
}

/** The two kinds of texts that visitors add pictures to. */
interface Kind {
  id: string;
  path: string;
  formPage: (parameters: Parameters) => string;
  backPage: (parameters: Parameters, isDone: boolean) => string;
  /** What is said of a text whose picture was refused. */
  posted: PlainText;
  /** Throws a 404 unless it is the visitor's, and may be changed. */
  find: (call: WebCall, userId: string) => Promise<Owned>;
}

/** For how long a picture belongs to the posting of a text, to which a script adds it, rather than to a change of it. */
const POSTING_MS = 5 * 60 * 1000;

const isJustPosted = ({ createdAt }: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < POSTING_MS;

const ITEM_PATH = '/portals/{portalSlug}/feedback/items/{itemSlug}';

const toItem: Kind = {
  id: 'Item',
  posted: 'idea.thanks',
  path: `${ITEM_PATH}/picture`,
  formPage: ({ portalSlug, itemSlug }) => addresses.itemPictureForm(portalSlug!, itemSlug!),
  backPage: ({ portalSlug, itemSlug }, isDone) => {
    const item = addresses.item(portalSlug!, itemSlug!);
    return isDone ? `${withQuery(item, { [DONE]: 'pictured' })}#${anchors.item}` : item;
  },
  find: async (call, userId) => {
    const { stored, portal } = await ownItemOrThrow(call, userId);
    return {
      owner: { kind: 'item', id: stored.id },
      itemId: stored.id,
      portal,
      text: stored.description ?? '',
      maxCharacters: 10_000,
      author: stored,
      replace: (description, now) => {
        const updatedAt = nextTimestamp(now, stored.updatedAt);
        const edited = isJustPosted(stored, now) ? {} : { editedAt: updatedAt };
        return replaceItem({ ...stored, description, updatedAt }, stored, writeConflict, edited);
      },
    };
  },
};

const toComment: Kind = {
  id: 'Comment',
  posted: 'done.commented',
  path: `${ITEM_PATH}/comments/{commentId}/picture`,
  formPage: ({ portalSlug, itemSlug, commentId }) =>
    addresses.commentPictureForm(portalSlug!, itemSlug!, commentId!),
  backPage: ({ portalSlug, itemSlug, commentId }, isDone) => {
    const done = isDone ? { [DONE]: 'comment-pictured', [SAID]: commentId } : {};
    return `${withQuery(addresses.item(portalSlug!, itemSlug!), done)}#${anchors.comment(commentId!)}`;
  },
  find: async (call, userId) => {
    const { comment, portal } = await ownCommentOrThrow(call, userId);
    return {
      owner: { kind: 'comment', id: comment.id },
      itemId: comment.itemId,
      portal,
      text: comment.content,
      maxCharacters: 4_000,
      author: comment,
      replace: (content, now) => {
        const updatedAt = nextTimestamp(now, comment.updatedAt);
        const editedAt = isJustPosted(comment, now) ? comment.editedAt : updatedAt;
        const next = { ...comment, content, editedAt, updatedAt };
        return replaceFeedbackComment(next, comment, writeConflict);
      },
    };
  },
};

async function page(
  call: WebCall,
  kind: Kind,
  { visitor, alt, ...sent }: { visitor: SignedIn; alt?: string | undefined; problem?: PlainText },
): Promise<WebResponse> {
  const userId = visitor.session.user.id;
  const [context, { portal, owner }] = await Promise.all([loadPageContext(call), kind.find(call, userId)]);
  await assertNotBanned(call.read, userId, portal.workspaceId);
  const { parameters } = call.request;
  const before = refusedBefore(call);
  const problem = sent.problem ?? before.problem;
  // Without one, the form takes smaller files.
  const upload = await visitorUpload(call, portal, { userId, textId: owner.id });
  const view = pictureFormView({
    t: context.t,
    visitor,
    formNonce: newFormNonce(call),
    path: kind.formPage(parameters),
    backPath: kind.backPage(parameters, false),
    alt,
    problem,
    upload,
    refused: before.refused,
    posted: kind.posted,
  });
  return portalResponse({ ...context, visitor }, view, sent.problem === undefined ? 200 : 400);
}

/** Why a picture can be refused, as the address of the page says it. */
const problems: readonly PlainText[] = [
  'picture.damaged',
  'picture.tooMany',
  'picture.tooLong',
  'error.hourText',
];
const NAME_MAX_CHARACTERS = 100;

/** The files that a script could not add to the text that it posted, and why. */
function refusedBefore({ request: { method, query } }: WebCall): { refused: string[]; problem?: PlainText } {
  const names = method === 'GET' ? query.getAll('refused').filter((name) => name !== '') : [];
  if (names.length === 0) return { refused: [] };
  return {
    refused: names.slice(0, OWNED_IMAGES_MAX).map((name) => name.slice(0, NAME_MAX_CHARACTERS)),
    problem: problems.find((one) => one === query.get('problem')) ?? 'picture.failed',
  };
}

/** The page with the form. */
const showForm = (kind: Kind): WebRoute =>
  portalRoute({
    id: `showPictureFormOf${kind.id}`,
    method: 'GET',
    path: kind.path,
    handle: async (call) => {
      const visitor = await signedInVisitor(call);
      if (!visitor) return redirectResponse(signInPath(kind.formPage(call.request.parameters)));
      return await orBannedPage(call, () => page(call, kind, { visitor }));
    },
  });

/** Adds a picture to the end of a text of the visitor's. */
const addPicture = (kind: Kind): WebRoute =>
  formRoute({
    id: `addPictureTo${kind.id}`,
    path: kind.path,
    limit: visitorLimits.pictures,
    formPage: kind.formPage,
    showAgain: (call, { form, visitor }, problem) => page(call, kind, { visitor, alt: form['alt'], problem }),
    handle: async (call, { form, visitor }) => {
      const userId = visitor.session.user.id;
      const { portal } = await kind.find(call, userId);
      await assertNotBanned(call.read, userId, portal.workspaceId);
      await assertNotSubmitted(call.read, form, userId);
      const problem = await add(call, kind, { form, userId });
      if (problem !== undefined) return await page(call, kind, { visitor, alt: form['alt'], problem });
      return redirectResponse(kind.backPage(call.request.parameters, true));
    },
  });

/** Stores the picture and the longer text; returns why not, in words for people. */
async function add(
  call: WebCall,
  kind: Kind,
  { form, userId }: { form: Form; userId: string },
): Promise<PlainText | undefined> {
  const { services, now } = call;
  const id = newId(now);
  const { portal, ...first } = await kind.find(call, userId);
  const t = await textsFor(call.request, portal.language);
  const alt = altOf(form) || t.text('picture.file');
  if (await hasAllImages(call.read, first.owner.id)) return 'picture.tooMany';
  if (!withPicture(first, { alt, id, width: 1, height: 1 })) return 'picture.tooLong';
  const made = await makeImage(await pictureOf(call, portal, form, 'picture'));
  if (typeof made === 'string') return 'picture.damaged';
  const write = (changes: readonly Change[]) => commit(services.database, changes);
  const { image, facts } = await storeImage({ setting: services.setting, now, write }, portal, id, made);
  return await retryOnConflict(async () => {
    const found = await kind.find({ ...call, read: createReader(services.database) }, userId);
    const text = withPicture(found, { alt, id, ...facts });
    if (text === undefined) return 'picture.tooLong' as const;
    const changes = [
      ...found.replace(text, now),
      ...putOwnedImage(image, found, tooMany),
      ...recordFormNonce(form, userId, now),
    ];
    try {
      await commit(services.database, changes, actorOf(found.author));
    } catch (error) {
      if (error instanceof TooManyPictures) return 'picture.tooMany' as const;
      throw error;
    }
    return undefined;
  });
}

/** A text with a picture at its end; undefined if it is too long then. */
function withPicture(
  { text, maxCharacters }: Pick<Owned, 'text' | 'maxCharacters'>,
  { alt, id, ...size }: { alt: string; id: string; width: number; height: number },
): string | undefined {
  const longer = `${text}\n\n![${alt}](${sizedImagePath(id, size)})`.trim();
  return longer.length > maxCharacters ? undefined : longer;
}

class TooManyPictures extends Error {
  override name = 'TooManyPictures';
}

const tooMany = (): Error => new TooManyPictures('The text has as many pictures as it can have.');

/** The forms with which visitors add pictures: the pages, and what they send. */
export const itemPicture = { show: showForm(toItem), add: addPicture(toItem) };
export const commentPicture = { show: showForm(toComment), add: addPicture(toComment) };
