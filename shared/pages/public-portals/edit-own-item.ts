import type { Form } from '../../kernel/api/http/form.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { commit } from '../../kernel/db/write.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { actorOf } from '../../feedback/items/author.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { replaceItem } from '../../feedback/items/item-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { deleteDraft, getDraft } from '../accounts/draft-store.ts';
import { signInPath } from '../accounts/next-path.ts';
import { addresses, anchors, DONE, withQuery } from './addresses.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { parseIdea } from './idea-form.ts';
import { ownItemOrThrow } from './own-item.ts';
import { portalRoute } from './portal-route.ts';
import { signedInVisitor } from './visitor.ts';

const path = '/portals/{portalSlug}/feedback/items/{itemSlug}/edit';

const loadPage = () => import('./own-item-page.ts');
const pathOf = ({ portalSlug, itemSlug }: Record<string, string>) =>
  addresses.editItem(portalSlug!, itemSlug!);

/** The form in which visitors change or delete an idea of theirs. */
export const showOwnItem = portalRoute({
  id: 'showOwnItem',
  method: 'GET',
  path,
  handle: async (call) => {
    const visitor = await signedInVisitor(call);
    const { path: page, parameters } = call.request;
    if (!visitor) return redirectResponse(signInPath(pathOf(parameters)));
    const userId = visitor.session.user.id;
    const found = await ownItemOrThrow(call, userId);
    const [{ ownItemPage }, draft] = await Promise.all([
      loadPage(),
      getDraft(call.read, userId, page, call.now),
    ]);
    const { title, description, updatedAt } = found.stored;
    const form = { title, description: description ?? '', ...draft, version: updatedAt };
    return await ownItemPage(call, { visitor, found, form });
  },
});

const writtenIn = ({ title, description }: Form): string => [title, description].filter(Boolean).join('\n\n');

/** Changes an idea as its author, until the team has responded to it. */
export const editOwnItem = formRoute({
  id: 'editOwnItem',
  path,
  limit: visitorLimits.edits,
  formPage: pathOf,
  showAgain: async (call, { form, visitor }, problem) => {
    const found = await ownItemOrThrow(call, visitor.session.user.id);
    return await (await loadPage()).ownItemPage(call, { visitor, found, form, problem });
  },
  handle: async (call, { form, visitor }) => {
    const { services, now, request } = call;
    const userId = visitor.session.user.id;
    const problem = await retryOnConflict(async () => {
      const read = createReader(services.database);
      const found = await ownItemOrThrow({ ...call, read }, userId, writtenIn(form));
      const { stored, portal } = found;
      await assertNotBanned(read, userId, portal.workspaceId);
      const parsed = parseIdea(form, stored.boardId);
      if (typeof parsed === 'string') return { text: parsed, found };
      const isSame = stored.title === parsed.title && stored.description === parsed.description;
      if (!isSame && form['version'] !== stored.updatedAt) return { text: 'own.conflict' as const, found };
      const updatedAt = nextTimestamp(now, stored.updatedAt);
      const next = { ...stored, ...parsed, updatedAt };
      const written = isSame ? [] : replaceItem(next, stored, writeConflict, { editedAt: updatedAt });
      await commit(services.database, [...written, deleteDraft(userId, request.path)], actorOf(stored));
      return undefined;
    });
    if (problem) {
      const { found, text } = problem;
      const sent = { ...form, version: found.stored.updatedAt };
      return await (await loadPage()).ownItemPage(call, { visitor, found, form: sent, problem: text });
    }
    const { portalSlug, itemSlug } = request.parameters as { portalSlug: string; itemSlug: string };
    const item = withQuery(addresses.item(portalSlug, itemSlug), { [DONE]: 'edited' });
    return redirectResponse(`${item}#${anchors.item}`);
  },
});
