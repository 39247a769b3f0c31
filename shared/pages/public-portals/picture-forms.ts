import { OWNED_IMAGES_MAX } from '../../feedback/portal/owned-image-store.ts';
import { addPictureToOwnComment, addPictureToOwnItem } from '../../feedback/visitors/add-own-picture.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { inWordsOf } from '../kit/form.ts';
import { run } from '../kit/run-operation.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { addresses, anchors, DONE, SAID, withQuery } from '../portal/addresses.ts';
import { pictureOf } from '../portal/new-upload.ts';
import { ownCommentOrThrow } from './own-comment.ts';
import { ownItemOrThrow } from './own-item.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { altOf, pictureFormView } from '../portal/picture-form-view.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { visitorUpload } from './visitor-upload.ts';
import type { VisitorCall, VisitorForm, VisitorPage } from './visitors.ts';

/** The two kinds of texts that visitors add pictures to. */
interface Kind {
  operation: typeof addPictureToOwnItem | typeof addPictureToOwnComment;
  formPage: (slugs: VisitorCall['slugs']) => string;
  backPage: (slugs: VisitorCall['slugs'], isDone: boolean) => string;
  /** What is said of a text whose picture was refused. */
  posted: PlainText;
  /** The id of the text. Throws a 404 unless it is the visitor's, and may be changed. */
  find: (call: WebCall, userId: string) => Promise<string>;
}

const ofItem: Kind = {
  operation: addPictureToOwnItem,
  posted: 'idea.thanks',
  formPage: ({ portalSlug, itemSlug }) => addresses.itemPictureForm(portalSlug, itemSlug),
  backPage: ({ portalSlug, itemSlug }, isDone) => {
    const item = addresses.item(portalSlug, itemSlug);
    return isDone ? `${withQuery(item, { [DONE]: 'pictured' })}#${anchors.item}` : item;
  },
  find: async (call, userId) => (await ownItemOrThrow(call, userId)).stored.id,
};

const ofComment: Kind = {
  operation: addPictureToOwnComment,
  posted: 'done.commented',
  formPage: ({ portalSlug, itemSlug, commentId }) =>
    addresses.commentPictureForm(portalSlug, itemSlug, commentId),
  backPage: ({ portalSlug, itemSlug, commentId }, isDone) => {
    const done = isDone ? { [DONE]: 'comment-pictured', [SAID]: commentId } : {};
    return `${withQuery(addresses.item(portalSlug, itemSlug), done)}#${anchors.comment(commentId)}`;
  },
  find: async (call, userId) => (await ownCommentOrThrow(call, userId)).comment.id,
};

const pageOf = (kind: Kind): VisitorPage => ({
  async show({ call, visitor, portal, slugs }, rejected) {
    const userId = visitor.session.user.id;
    const [context, textId] = await Promise.all([loadPageContext(call), kind.find(call, userId)]);
    await assertNotBanned(call.read, userId, portal.workspaceId);
    const before = refusedBefore(call);
    const view = pictureFormView({
      t: context.t,
      visitor,
      formNonce: newFormNonce(call),
      path: kind.formPage(slugs),
      backPath: kind.backPage(slugs, false),
      alt: rejected?.form['alt'],
      problem: rejected ? (rejected.problem?.name ?? 'picture.failed') : before.problem,
      // Without one, the form takes smaller files.
      upload: await visitorUpload(call, portal, { userId, textId }),
      refused: before.refused,
      posted: kind.posted,
    });
    return portalResponse({ ...context, visitor }, view, rejected?.status);
  },
});

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

const refusals = {
  data: ['picture', 'picture.damaged'],
  alt: ['picture', 'picture.tooLong'],
  conflict: ['picture', 'picture.tooMany'],
} as const;

/** Adds a picture to the end of a text of the visitor's. */
const formOf = (kind: Kind): VisitorForm => ({
  async handle(person, sent) {
    const { call, portal, slugs, t } = person;
    const data = (await pictureOf(call, portal, sent, 'picture')).toString('base64');
    const body = { data, alt: altOf(sent) || t.text('picture.file') };
    try {
      await run(person, kind.operation, { body, once: sent });
    } catch (error) {
      throw inWordsOf(error, refusals);
    }
    return redirectResponse(kind.backPage(slugs, true));
  },
});

/** The forms with which visitors add pictures: their pages, and what they send. */
export const itemPicture = { page: pageOf(ofItem), forms: { addPictureToItem: formOf(ofItem) } };
export const commentPicture = { page: pageOf(ofComment), forms: { addPictureToComment: formOf(ofComment) } };
